// The new-game sheet. It remembers what was played last; Start is the default.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { button, field, segments, select, sheetFrame } from "../components.js";
import { stoneIcon } from "../board/picture.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../events.js").Actions} Actions */
/** @typedef {import("../messages.js").GameSetup} GameSetup */
/** @typedef {import("../messages.js").ClockSetup} ClockSetup */
/** @typedef {import("../messages.js").Welcome} Welcome */
/** @typedef {Extract<import("../state.js").Sheet, { kind: "new" }>} NewSheet */

const WAYS = ["computer", "classroom", "person", "friend", "watch"];

/** The clocks on offer: minutes, seconds added, seconds for a move. @type {Record<string, ClockSetup>} */
const CLOCKS = {
  none: { kind: "none" },
  "1+0": { kind: "game", ms: 60_000, increment_ms: 0 },
  "3+2": { kind: "game", ms: 180_000, increment_ms: 2_000 },
  "5+3": { kind: "game", ms: 300_000, increment_ms: 3_000 },
  "10+0": { kind: "game", ms: 600_000, increment_ms: 0 },
  "15+10": { kind: "game", ms: 900_000, increment_ms: 10_000 },
  move5: { kind: "move", ms: 5_000 },
  move10: { kind: "move", ms: 10_000 },
  move30: { kind: "move", ms: 30_000 },
};

/** Which of the five ways a setup belongs to. @param {GameSetup} setup */
export function wayOf({ you, opponent }) {
  if (you.kind === "program") return "watch";
  if (opponent.kind === "friend") return "friend";
  if (opponent.kind === "person") return "person";
  return opponent.id.startsWith("level-") || opponent.id === "master" ? "computer" : "classroom";
}

/** @param {State} state @param {Actions} act @param {NewSheet} sheet */
export function newGameSheet(state, act, sheet) {
  const { welcome } = state;
  if (!welcome) return null;
  const { setup, way } = sheet;
  return sheetFrame({
    title: sheet.fromStudy ? t("play.here") : t("new.title"),
    close: act.closeSheet,
    body: [
      field(
        t("new.opponent"),
        segments({
          label: t("new.opponent"),
          value: way,
          options: WAYS.map((value) => ({ value, label: t(`new.way.${value}`) })),
          change: act.chooseWay,
          kind: "seg many",
          name: "way",
        }),
        way === "friend" ? t("new.friend.about") : way === "person" ? t("new.person.about") : null,
      ),
      opponentFields(welcome, act, sheet),
      way !== "watch" && colourField(act, setup),
      !sheet.fromStudy && ruleField(welcome, act, setup),
      !sheet.fromStudy && openingField(welcome, act, setup),
      h("div", { class: "two-up" }, !sheet.fromStudy && sizeField(welcome, act, setup), clockField(act, setup)),
    ],
    footer: [
      h("span", { class: "quiet grow not-phone" }, t("new.kept")),
      button({ label: t("cancel"), act: act.closeSheet }),
      button({ label: t("new.start"), act: act.startGame, kind: "primary", name: "start" }),
    ],
  });
}

/** @param {Welcome} welcome @param {Actions} act @param {NewSheet} sheet */
function opponentFields(welcome, act, { setup, way }) {
  if (way === "person" || way === "friend") return null;
  const groups = way === "classroom" ? ["classroom"] : ["level", "master"];
  const levels = welcome.levels.filter((level) => groups.includes(level.group));
  const chosen = setup.opponent.kind === "program" ? setup.opponent.id : "";
  if (way !== "watch") {
    return field(t(way === "classroom" ? "new.opponent" : "new.level"), levelChoice(levels, chosen, (id) => act.change({ opponent: { kind: "program", id } }), way), about(welcome, chosen));
  }
  const first = setup.you.kind === "program" ? setup.you.id : "";
  const all = welcome.levels.map((level) => ({ value: level.id, label: levelName(level.id) }));
  return h(
    "div",
    { class: "two-up" },
    field(t("black"), select({ label: t("black"), value: first, options: all, change: (id) => act.change({ you: { kind: "program", id } }) })),
    field(t("white"), select({ label: t("white"), value: chosen, options: all, change: (id) => act.change({ opponent: { kind: "program", id } }) })),
  );
}

/** @param {Welcome["levels"]} levels @param {string} chosen @param {(id: string) => void} change @param {string} way */
function levelChoice(levels, chosen, change, way) {
  return segments({
    label: t("new.level"),
    value: chosen,
    options: levels.map(({ id }) => ({ value: id, label: way === "computer" && id.startsWith("level-") ? id.slice(6) : levelName(id) })),
    change,
    kind: way === "computer" ? "levels" : "seg many",
    name: "level",
  });
}

/** @param {string} id */
export function levelName(id) {
  return id.startsWith("level-") ? t("opponent.level", { n: Number(id.slice(6)) }) : t(`opponent.${id}`);
}

/** Rating and character. @param {Welcome} welcome @param {string} id */
function about(welcome, id) {
  const level = welcome.levels.find((other) => other.id === id);
  if (!level) return null;
  const { elo, error } = level;
  const name = levelName(id);
  const rated = elo !== null && error !== null ? t("rating.name.rated", { name, rating: t("rating", { elo, error }) }) : t("rating.name", { name });
  return [h("b", null, rated, t("sentence.gap")), t(`character.${id}`)];
}

/** @param {Actions} act @param {GameSetup} setup */
function colourField(act, setup) {
  const isOpening = setup.protocol !== "none";
  return field(
    t(isOpening ? "new.role" : "new.colour"),
    segments({
      label: t(isOpening ? "new.role" : "new.colour"),
      value: setup.colour,
      options: [
        { value: "black", label: t(isOpening ? "new.role.open" : "black"), picture: stoneIcon("black") },
        { value: "white", label: t(isOpening ? "new.role.answer" : "white"), picture: stoneIcon("white") },
        { value: "random", label: t("new.random"), picture: stoneIcon("half") },
      ],
      change: (colour) => act.change({ colour: /** @type {GameSetup["colour"]} */ (colour) }),
      name: "colour",
    }),
  );
}

/** @param {Welcome} welcome @param {Actions} act @param {GameSetup} setup */
function ruleField(welcome, act, setup) {
  return field(
    t("rule"),
    segments({
      label: t("rule"),
      value: setup.rule,
      options: welcome.rules.map(({ id }) => ({ value: id, label: t(`rule.${id}`) })),
      change: (rule) => act.change({ rule }),
      name: "rule-choice",
    }),
    t(`rule.long.${setup.rule}`),
  );
}

/** @param {Welcome} welcome @param {Actions} act @param {GameSetup} setup */
function openingField(welcome, act, setup) {
  const fits = setup.rule === "renju" && setup.size === 15;
  const offered = welcome.protocols.filter((protocol) => fits || !protocol.renju_only);
  return field(
    t("new.opening"),
    select({
      label: t("new.opening"),
      value: setup.protocol,
      options: offered.map(({ id }) => ({ value: id, label: t(`protocol.${id}`) })),
      change: (protocol) => act.change({ protocol }),
      name: "opening",
    }),
    t(`protocol.long.${setup.protocol}`),
  );
}

/** @param {Welcome} welcome @param {Actions} act @param {GameSetup} setup */
function sizeField(welcome, act, setup) {
  return field(
    t("board"),
    select({
      label: t("board"),
      value: String(setup.size),
      options: welcome.sizes.map((size) => ({ value: String(size), label: `${size} × ${size}` })),
      change: (size) => act.change({ size: Number(size) }),
    }),
  );
}

/** @param {Actions} act @param {GameSetup} setup */
function clockField(act, setup) {
  const current = Object.keys(CLOCKS).find((name) => JSON.stringify(CLOCKS[name]) === JSON.stringify(setup.clock)) ?? "none";
  return field(
    t("clock"),
    select({
      label: t("clock"),
      value: current,
      options: Object.keys(CLOCKS).map((value) => ({ value, label: clockName(CLOCKS[value]) })),
      change: (name) => act.change({ clock: CLOCKS[name] }),
      name: "clock",
    }),
  );
}

/** @param {ClockSetup} clock */
function clockName(clock) {
  if (clock.kind === "none") return t("clock.none");
  if (clock.kind === "move") return t("clock.move", { s: clock.ms / 1000 });
  const minutes = clock.ms / 60_000;
  return clock.increment_ms > 0 ? t("clock.increment", { n: minutes, s: clock.increment_ms / 1000 }) : t("clock.minutes", { n: minutes });
}
