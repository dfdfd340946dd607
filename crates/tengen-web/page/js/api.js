// The one connection to the server: asks, hears, and comes back by itself when it is cut.

import { enter } from "./files.js";

/** @typedef {import("./messages.js").Told} Told */
/** @typedef {import("./messages.js").Ask} Ask */
/** @typedef {"connecting" | "open" | "lost"} LinkState */

const ROOM = "tengen.room";
/** Milliseconds before each further try. */
const WAITS = [250, 500, 1000, 2000, 4000];

/**
 * @param {object} listener
 * @param {(told: Told) => void} listener.hear
 * @param {(state: LinkState) => void} listener.link
 */
export function connect({ hear, link }) {
  /** @type {WebSocket | null} */
  let socket = null;
  let tries = 0;
  let lastId = 0;
  /** Who waits for which answer. @type {Map<number, (told: Told) => void>} */
  const waiting = new Map();

  async function open() {
    // Makes sure of the cookie; a server that is away is tried again like a lost socket.
    try {
      await enter("");
    } catch {
      retry();
      return;
    }
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/ws`);
    socket.onopen = () => {
      tries = 0;
      const room = readRoom();
      send(room ? { type: "hello", room } : { type: "hello" });
      link("open");
    };
    socket.onmessage = (event) => receive(String(event.data));
    socket.onclose = retry;
  }

  function retry() {
    socket = null;
    waiting.clear();
    link("lost");
    setTimeout(() => void open(), WAITS[Math.min(tries, WAITS.length - 1)]);
    tries += 1;
  }

  /** @param {string} text */
  function receive(text) {
    /** @type {Told} */
    const told = JSON.parse(text);
    if (told.type === "welcome" || told.type === "snapshot") rememberRoom(told.room);
    // A room that is gone: begin where this browser left off, or anew.
    if (told.type === "error" && told.code === "not_found" && told.re === 1 && readRoom()) {
      rememberRoom("");
      send({ type: "hello" });
      return;
    }
    const answer = told.re === undefined ? undefined : waiting.get(told.re);
    if (told.re !== undefined) waiting.delete(told.re);
    hear(told);
    answer?.(told);
  }

  /**
   * Sends a message; what was asked without a connection is dropped, because the board
   * it was meant for may have changed by the time the server is back.
   * @param {Ask} ask
   * @param {(told: Told) => void} [answer]
   */
  function send(ask, answer) {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    if (ask.type === "hello") lastId = 0;
    lastId += 1;
    if (answer) waiting.set(lastId, answer);
    socket.send(JSON.stringify({ id: lastId, ...ask }));
    return true;
  }

  void open();
  return { send };
}

/** The room of this tab, so that a reload comes back to it. */
function readRoom() {
  try {
    return sessionStorage.getItem(ROOM) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} room */
export function rememberRoom(room) {
  try {
    sessionStorage.setItem(ROOM, room);
  } catch {
    // Then the server's cookie decides alone.
  }
}
