// What the tests share: the program on a free port with an empty store, a browser, and
// pages that remember every error of their console.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const { TENGEN_BINARY, TENGEN_BROWSER } = process.env;
if (!TENGEN_BINARY || !TENGEN_BROWSER) {
  throw new Error("TENGEN_BINARY and TENGEN_BROWSER must name the program and the browser: start `cargo xtask test --only browser`");
}

/** Waiting is for conditions; this only bounds it, on a machine with much else to do. */
export const PATIENCE = 60_000;

/**
 * Starts the program once with games kept in this folder.
 * @param {string} folder @param {string} port
 */
async function launch(folder, port) {
  const child = spawn(TENGEN_BINARY, ["web", "--no-open", "--port", port], {
    env: { ...process.env, XDG_DATA_HOME: folder, HOME: folder, DISPLAY: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const address = await new Promise((found, failed) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        said += `${line}\n`;
        const match = line.match(/http:\/\/[^\s/]+(:\d+)?\/\S*/);
        if (match) found(match[0]);
      });
    }
    child.once("error", failed);
    child.once("exit", (status) => failed(new Error(`the program ended with ${status}: ${said}`)));
  });
  const ended = new Promise((done) => child.once("exit", (status) => done(status)));
  const end = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { address: String(address), said: () => said, end };
}

/**
 * Starts the program with an empty store; `stop` ends it and tells its exit status. In
 * between it can be away for a while: `leave`, then `comeBack` to the same port and games.
 */
export async function startServer() {
  const folder = await mkdtemp(join(tmpdir(), "tengen-browser-"));
  let program = await launch(folder, "0");
  const { address } = program;
  return {
    address,
    said: () => program.said(),
    leave: () => program.end(),
    async comeBack() {
      program = await launch(folder, new URL(address).port);
    },
    async stop() {
      const status = await program.end();
      await rm(folder, { recursive: true, force: true });
      return status;
    },
  };
}

export async function startBrowser() {
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: TENGEN_BROWSER,
    args: ["--disable-gpu", "--mute-audio", ...(isRoot ? ["--no-sandbox"] : [])],
  });
}

/**
 * A server and a browser for one file of tests.
 * @param {import("node:test").TestContext | typeof import("node:test")} test
 */
export function withBoth(test) {
  const both = { server: null, browser: null };
  test.before(async () => {
    [both.server, both.browser] = await Promise.all([startServer(), startBrowser()]);
  });
  test.after(async () => {
    await both.browser?.close();
    const status = await both.server?.stop();
    assert.equal(status, 0, `the program ends well when it is asked to; it said: ${both.server?.said()}`);
  });
  /** A fresh browser profile with one page on the board, and what it must not have said. */
  return async function visit(run, options = {}) {
    const { path = "", ...context } = options;
    const profile = await both.browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB", reducedMotion: "reduce", ...context });
    profile.setDefaultTimeout(PATIENCE);
    const person = new Person(await profile.newPage(), both.server.address);
    try {
      await person.open(path);
      await run(person, { profile, address: both.server.address, browser: both.browser, server: both.server });
      assert.deepEqual(person.errors, [], "no error in the console");
    } finally {
      await profile.close();
    }
  };
}

/** Runs in the page: one sentence of the live region may follow another before a test looks. */
function keepWhatIsSaid() {
  globalThis.said = "";
  new MutationObserver(() => {
    const spoken = document.getElementById("spoken")?.textContent ?? "";
    if (!globalThis.said.endsWith(spoken)) globalThis.said += `\n${spoken}`;
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

/** Somebody at a page: what a person sees and does. */
export class Person {
  constructor(page, address) {
    this.page = page;
    this.address = address;
    this.errors = [];
    this.dialogs = [];
    this.foreign = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") this.errors.push(message.text());
    });
    page.on("pageerror", (error) => this.errors.push(String(error)));
    page.on("dialog", (dialog) => {
      this.dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (["http:", "https:", "ws:"].includes(url.protocol) && url.host !== new URL(address).host) this.foreign.push(url.href);
    });
  }

  async open(path = "") {
    await this.page.addInitScript(keepWhatIsSaid);
    await this.page.goto(new URL(path, this.address).href);
    await this.page.waitForSelector("#board .points");
  }

  /** Waits until the status bar says something. @param {RegExp} wanted */
  async hears(wanted) {
    await this.page.waitForFunction(
      ([source, flags]) => new RegExp(source, flags).test(document.querySelector("[data-name=status]")?.textContent ?? ""),
      [wanted.source, wanted.flags],
    );
  }

  /** Nothing of the sentence in the status bar is cut off. */
  async saysAll() {
    const { hidden, text } = await this.page.locator("[data-name=status]").evaluate((say) => ({
      hidden: Math.max(say.scrollWidth - say.clientWidth, say.scrollHeight - say.clientHeight, say.offsetHeight - say.parentElement.clientHeight),
      text: say.textContent,
    }));
    assert.ok(hidden <= 0, `${hidden} pixels of "${text}" are cut off at ${JSON.stringify(this.page.viewportSize())}`);
  }

  status() {
    return this.page.locator("[data-name=status]").innerText();
  }

  point(name) {
    return this.page.locator(`#point-${name}`);
  }

  async place(name) {
    await this.point(name).click();
  }

  /** Waits until a point is described so. @param {string} name @param {RegExp} wanted */
  async sees(name, wanted) {
    await this.page.waitForFunction(
      ([id, source]) => new RegExp(source).test(document.getElementById(id)?.getAttribute("aria-label") ?? ""),
      [`point-${name}`, wanted.source],
    );
  }

  /** Every stone on the board: its point, then its colour. @returns {Promise<Record<string, string>>} */
  async stones() {
    const labels = await this.page.$$eval("[data-point]", (points) => points.map((point) => point.getAttribute("aria-label")));
    const stones = {};
    for (const label of labels) {
      const [name, what] = label.split(/, |，/);
      if (/black|white|黑|白/.test(what)) stones[name] = what;
    }
    return stones;
  }

  /** The first of these points where no stone lies: programs play where they like. @param {...string} wishes */
  async free(...wishes) {
    const stones = await this.stones();
    return wishes.find((point) => !(point in stones));
  }

  /** Waits until so many stones lie there. @param {number} count */
  async hasStones(count) {
    await this.page.waitForFunction(
      (wanted) => [...document.querySelectorAll("[data-point]")].filter((point) => /^\w+(, |，)(black|white|黑|白)/.test(point.getAttribute("aria-label"))).length === wanted,
      count,
    );
  }

  async action(name) {
    await this.page.locator(`[data-action=${name}]`).click();
  }

  async tab(name) {
    await this.page.locator(`.top [data-tab=${name}]`).click();
    await this.page.waitForSelector(`body[data-tab=${name}]`);
  }

  named(name) {
    return this.page.locator(`[data-name="${name}"]`);
  }

  /**
   * Fills the new-game sheet in and starts.
   * @param {{ way?: string, level?: string, colour?: string, rule?: string, opening?: string, clock?: string }} wishes
   */
  async newGame({ way = "computer", level, colour = "black", rule = "freestyle", opening = "none", clock = "none" }) {
    await this.action("new");
    const sheet = this.page.locator("#sheet");
    const choose = (group, value) => sheet.locator(`[data-name=${group}] [data-value="${value}"]`).click();
    await choose("way", way);
    if (level) await choose("level", level);
    await choose("rule-choice", rule);
    await sheet.locator("[data-name=opening]").selectOption(opening);
    await sheet.locator("[data-name=clock]").selectOption(clock);
    if (way !== "watch") await choose("colour", colour);
    await this.named("start").click();
    await this.page.waitForSelector("#sheet:not([open])", { state: "attached" });
  }

  /** Pastes text on the page, where it is opened. @param {string} text */
  async paste(text) {
    await this.page.evaluate((content) => {
      const data = new DataTransfer();
      data.setData("text/plain", content);
      document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
    }, text);
  }

  /** Drops a file on the page. @param {string} content @param {string} name */
  async drop(content, name) {
    await this.page.evaluate(
      ([text, called]) => {
        const data = new DataTransfer();
        data.items.add(new File([text], called));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      [content, name],
    );
  }

  /** Waits until the live region has said something since the page was loaded. @param {RegExp} wanted */
  async isTold(wanted) {
    await this.page.waitForFunction((source) => new RegExp(source).test(globalThis.said), wanted.source);
  }

  /** Waits until it is this person's turn or the game is over; tells which. */
  async turn() {
    const handle = await this.page.waitForFunction(() => {
      if (document.querySelector("[data-name=result]")) return "over";
      return document.querySelector("#board.can-place") ? "turn" : false;
    });
    return handle.jsonValue();
  }
}

/** The browser itself notes every request that found nobody. @param {Person} person */
export function forgiveTheBrowser(person) {
  person.errors = person.errors.filter((text) => !/ERR_CONNECTION_REFUSED|ERR_FAILED|WebSocket connection|the server responded with a status/.test(text));
}

/** Runs axe on a page and fails on what it finds. @param {Person} person @param {string} where */
export async function isAccessible(person, where) {
  const source = await readFile(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
  // By the debugger, not as a script of the page, whose content policy forbids it.
  await person.page.evaluate(source);
  const found = await person.page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const problems = found.violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`);
  assert.deepEqual(problems, [], `accessibility of ${where}`);
}

/** A plain opponent for the tests: the free point with the most own and foreign stones in fives through it. */
export function decentMove(stones, mine, size = 15) {
  const at = (col, row) => stones[String.fromCharCode(65 + col) + (row + 1)];
  let best = { worth: -1, point: "H8" };
  for (let col = 0; col < size; col++) {
    for (let row = 0; row < size; row++) {
      if (at(col, row)) continue;
      const worth = worthOf(at, col, row, mine, size);
      if (worth > best.worth) best = { worth, point: String.fromCharCode(65 + col) + (row + 1) };
    }
  }
  return best.point;
}

function worthOf(at, col, row, mine, size) {
  let worth = 8 - Math.max(Math.abs(col - 7), Math.abs(row - 7));
  for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
    for (let start = -4; start <= 0; start++) {
      let own = 0;
      let foreign = 0;
      for (let step = start; step < start + 5; step++) {
        const x = col + dx * step;
        const y = row + dy * step;
        if (x < 0 || y < 0 || x >= size || y >= size) own = foreign = 9;
        const stone = at(x, y);
        if (stone === mine) own += 1;
        else if (stone) foreign += 1;
      }
      if (foreign === 0) worth += [1, 12, 60, 400, 9000][own] ?? 0;
      else if (own === 0) worth += [1, 8, 50, 300, 4000][foreign] ?? 0;
    }
  }
  return worth;
}
