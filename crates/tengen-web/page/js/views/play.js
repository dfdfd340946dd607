// The right side while playing: players, moves, what is asked now, and what can be done.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { has, t } from "../i18n.js";
import { button, toggle } from "../components.js";
import { figure, stoneIcon } from "../board/picture.js";
import { questionedPoint } from "../board/show.js";
import { LOW_TIME, playsProgram } from "../state.js";
import { clockText, colourName, say } from "../words.js";
import { twoStones } from "./stage.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../events.js").Actions} Actions */
/** @typedef {import("../messages.js").Snapshot} Snapshot */
/** @typedef {import("../messages.js").SeatView} SeatView */
/** @typedef {import("../icons.js").IconName} IconName */

/** @param {State} state @param {Actions} act @param {Snapshot} snapshot */
export function playSide(state, act, snapshot) {
  const { seats } = snapshot.game;
  // The person sits below; where nobody or everybody is at this screen, Black does.
  const below = seats.filter((seat) => seat.you).length === 1 ? seats.findIndex((seat) => seat.you) : 0;
  const asked = whatIsAsked(state, act, snapshot) ?? switches(state, act, snapshot);
  return [
    seatCard(state, seats[1 - below], "opp"),
    isChoosing(snapshot) ? [asked, h("div", { class: "grow not-phone", key: "space" })] : [moveList(snapshot), asked],
    actions(act, snapshot),
    seatCard(state, seats[below], "you"),
    strip(snapshot),
    confirmBar(state, act),
  ];
}

/** Whether the choices of an opening take the place of the moves. @param {Snapshot} snapshot */
function isChoosing({ game }) {
  return game.outcome === null && game.turn !== null && game.turn.yours && game.turn.choices.length > 0;
}

/** @param {State} state @param {SeatView} seat @param {string} place */
function seatCard(state, seat, place) {
  const level = seat.program?.startsWith("level-") ? seat.program.slice(6) : undefined;
  const second = !seat.settled ? colourSoFar(seat) : seat.program ? rating(seat) : nameOfColour(seat);
  const line = seat.character ? say(seat.character) : seatLine(seat);
  return h(
    "section",
    { class: `card player ${place}`, key: place },
    stoneIcon(seat.holds ? seat.stone : null, level),
    h(
      "div",
      { class: "grow" },
      h("div", { class: "name" }, say(seat.name), second && h("span", null, second)),
      h("div", { class: "line2 quiet" }, line),
    ),
    clock(state, seat),
  );
}

/** In an opening, where colours may still change hands. @param {SeatView} seat */
function colourSoFar({ holds, stone }) {
  return holds ? t("seat.so_far", { colour: colourName(stone) }) : t("seat.unsettled");
}

/** The colour, unless the name says it already. @param {SeatView} seat */
function nameOfColour({ name, stone }) {
  return name.key === stone ? "" : colourName(stone);
}

/** @param {SeatView} seat */
function seatLine(seat) {
  if (!seat.present) return t("seat.absent");
  if (!seat.settled) return seat.opens ? t("seat.opens") : t("seat.answers");
  return seat.stone === "black" ? t("seat.first") : t("seat.second");
}

/** @param {SeatView} seat */
function rating({ rating: figures }) {
  return figures ? t("rating", { elo: figures[0], error: figures[1] }) : "";
}

/** Counts on by itself between snapshots. @param {State} state @param {SeatView} seat */
function clock(state, { stone, clock_ms, running }) {
  if (clock_ms === null) return elapsed(state, stone);
  const left = running ? clock_ms - (performance.now() - state.heardAt) : clock_ms;
  const kind = running && left < LOW_TIME ? "clock low" : running ? "clock run" : "clock";
  return h("div", { class: kind, role: "timer" }, clockText(left));
}

/**
 * Without a clock, how long a program has been thinking; for the eyes only, because a
 * screen reader would repeat it without end.
 * @param {State} state @param {import("../messages.js").Colour} stone
 */
function elapsed(state, stone) {
  const thinking = state.snapshot?.game.thinking;
  if (thinking?.stone !== stone) return null;
  const seconds = (thinking.elapsed_ms + performance.now() - state.heardAt) / 1000;
  if (seconds < 0.5) return null;
  return h("div", { class: "clock run", "aria-hidden": "true" }, t("seconds", { n: seconds.toFixed(1) }));
}

/** @param {Snapshot} snapshot */
function moveList({ game }) {
  const last = game.moves[game.moves.length - 1];
  return h(
    "section",
    { class: "card fill movesbox not-phone", key: "moves" },
    h("h2", { class: "head" }, t("moves"), game.moves.length > 0 && h("span", { class: "quiet" }, String(game.moves.length))),
    game.moves.length === 0
      ? h("p", { class: "quiet empty" }, t("moves.empty"))
      : h(
          "ol",
          { class: "moves", tabindex: 0, "aria-label": t("moves") },
          game.moves.map((move) =>
            h("li", { "aria-current": move === last ? "true" : undefined }, h("i", null, String(move.number)), move.point),
          ),
        ),
  );
}

/** The last moves, on a phone. @param {Snapshot} snapshot */
function strip({ game }) {
  const shown = game.moves.slice(-5);
  return h(
    "section",
    { class: "card only-phone strip", key: "strip", "aria-label": t("moves") },
    shown.length === 0 && h("span", { class: "quiet" }, t("moves.none")),
    shown.map((move) => h("span", null, h("i", null, String(move.number)), move.point)),
  );
}

/** One card at most: the most urgent thing. @param {State} state @param {Actions} act @param {Snapshot} snapshot */
function whatIsAsked(state, act, snapshot) {
  const { game, board } = snapshot;
  if (state.warning) return warningCard(state, act);
  const question = questionedPoint(state, board);
  if (question) return whyCard(board, question);
  if (game.can.answer_draw) return drawCard(act);
  if (game.outcome) return resultCard(act, snapshot);
  if (isChoosing(snapshot)) return choiceCard(act, snapshot);
  if (snapshot.people.links && game.seats.some((seat) => !seat.present)) return inviteCard(act, snapshot);
  if (game.hint) return hintCard(act, snapshot);
  if (game.turn?.task && game.turn.yours) return openingCard(snapshot, game.turn.task);
  return null;
}

/** @param {State} state @param {Actions} act */
function warningCard(state, act) {
  const warning = state.warning;
  if (!warning) return null;
  return h(
    "section",
    { class: "card result", key: "warning", "data-name": "warning" },
    h("div", null, h("h2", null, t("warning.title")), h("p", { class: "quiet" }, say(warning.text))),
    h(
      "div",
      { class: "btns" },
      button({ label: t("warning.other"), act: act.dismissWarning, kind: "primary" }),
      button({ label: t("warning.show"), act: () => act.preview([warning.point, ...warning.line]) }),
      button({ label: t("warning.anyway"), act: () => act.placeAnyway(warning.point) }),
    ),
  );
}

/** Why a point is forbidden: the kind, and each row with what would follow. @param {import("../messages.js").BoardView} board @param {import("../messages.js").ForbiddenView} forbidden */
export function whyCard(board, forbidden) {
  const kinds = forbidden.kinds.map((kind) => t(`kind.${kind}`)).join(t("list.comma"));
  const stones = board.stones.map(({ point, stone }) => ({ point, colour: stone }));
  return h(
    "section",
    { class: "card why", key: "why", "data-name": "why" },
    h(
      "div",
      null,
      h("h3", null, icon("cross"), t("why.title", { point: forbidden.point, kinds })),
      h("p", { class: "quiet" }, forbidden.kinds.map((kind) => t(`why.${kind}`)).join(t("sentence.gap"))),
    ),
    h(
      "div",
      { class: "pair" },
      forbidden.rows.slice(0, 2).map((reason, index) => {
        const label = rowText(reason);
        return h(
          "div",
          { class: "fig" },
          figure({ size: board.size, stones, reason, ghost: forbidden.point, label }),
          h("p", null, h("b", null, String(index + 1)), " ", label),
        );
      }),
    ),
  );
}

/** @param {{ kind: string, stones: string[], follow: string[] }} row */
function rowText({ kind, stones, follow }) {
  const args = { stones: stones.join(" "), points: follow.join(t("list.or")) };
  return follow.length > 0 ? t(`why.row.${kind}`, args) : t("why.row", args);
}

/** @param {Actions} act */
function drawCard(act) {
  return h(
    "section",
    { class: "card result", key: "draw" },
    h("div", null, h("h2", null, t("draw.offered")), h("p", { class: "quiet" }, t("draw.question"))),
    h(
      "div",
      { class: "btns" },
      button({ label: t("draw.accept"), act: () => act.answerDraw(true), kind: "primary" }),
      button({ label: t("draw.decline"), act: () => act.answerDraw(false) }),
    ),
  );
}

/** @param {Actions} act @param {Snapshot} snapshot */
function resultCard(act, { game }) {
  const outcome = game.outcome;
  if (!outcome) return null;
  const opponent = game.seats.find((seat) => !seat.you);
  const how = { key: `how.${outcome.cause}`, args: outcome.text.args };
  const title =
    outcome.you_won === null || !opponent
      ? outcome.winner
        ? t("result.winner", { colour: colourName(outcome.winner) })
        : t("result.draw")
      : t(outcome.you_won ? "result.won" : "result.lost", { name: say(opponent.name) });
  return h(
    "section",
    { class: "card result", key: "result", "data-name": "result" },
    h(
      "div",
      null,
      h("h2", null, title),
      h("p", { class: "quiet" }, has(how.key) && [say(how), t("sentence.gap")], t("result.moves", { n: game.moves.length })),
    ),
    game.can.host &&
      h(
        "div",
        { class: "btns" },
        button({ label: t("again"), act: () => act.again(false), kind: "primary", name: "again" }),
        button({ label: t("swap"), act: () => act.again(true), name: "swap" }),
        button({ label: t("tab.analyse"), act: act.analyseGame, name: "analyse-game" }),
      ),
  );
}

/** The choices of an opening, each with the sentence that says what it means. @param {Actions} act @param {Snapshot} snapshot */
function choiceCard(act, { game }) {
  const turn = game.turn;
  if (!turn) return null;
  const isCount = turn.choices.every(({ act: name }) => name.startsWith("declare-"));
  return h(
    "section",
    { class: "card choices", key: "choices", "data-name": "choices" },
    turn.task && h("p", { class: "intro" }, h("b", { class: "t" }, t(`protocol.${game.settings.protocol}`)), say(turn.task), has(`${turn.task.key}.about`) && [t("sentence.gap"), t(`${turn.task.key}.about`)]),
    isCount
      ? h(
          "div",
          { class: "counts" },
          turn.choices.map((choice) => button({ label: choice.act.slice(8), act: () => act.choose(choice.act) })),
        )
      : turn.choices.map((choice) =>
          h(
            "button",
            { type: "button", class: "choice", "data-act": choice.act, onclick: () => act.choose(choice.act) },
            choicePicture(choice.act, turn.stone),
            h(
              "span",
              null,
              h("b", { class: "t" }, t(`choice.${choice.act}`)),
              h("span", { class: "quiet" }, has(`choice.${choice.act}.about`) ? t(`choice.${choice.act}.about`) : say(choice.text)),
            ),
            icon("next", "small"),
          ),
        ),
  );
}

/**
 * Where an opening asks for a stone or a point: which, and what will come of it.
 * @param {Snapshot} snapshot @param {import("../messages.js").Text} task
 */
function openingCard({ game }, task) {
  const { protocol } = game.settings;
  return h(
    "section",
    { class: "card result", key: "opening", "data-name": "opening-step" },
    h("div", null, h("h2", null, t(`protocol.${protocol}`)), h("p", null, say(task))),
    h("p", { class: "quiet" }, has(`${task.key}.about`) ? t(`${task.key}.about`) : t(`protocol.long.${protocol}`)),
  );
}

/** @param {string} act @param {import("../messages.js").Colour} colour the one whose turn it is */
function choicePicture(act, colour) {
  if (act === "black" || act === "white") return stoneIcon(act);
  if (act === "add-two") return twoStones();
  if (act === "keep" || act === "offer-ten") return stoneIcon(colour);
  if (act === "swap") return stoneIcon(colour === "black" ? "white" : "black");
  return stoneIcon(null);
}

/** @param {Actions} act @param {Snapshot} snapshot */
function inviteCard(act, { people }) {
  const links = people.links;
  if (!links) return null;
  const bases = links.addresses.length > 0 ? links.addresses : [`${location.origin}/`];
  const link = bases[0] + links.guest;
  return h(
    "section",
    { class: "card result", key: "invite", "data-name": "invite" },
    h("div", null, h("h2", null, t("invite.title")), h("p", { class: "quiet" }, links.addresses.length > 0 ? t("invite.about") : t("invite.loopback"))),
    h("input", { class: "input", readonly: true, value: link, "aria-label": t("invite.link"), "data-name": "guest-link", onfocus: (/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select() }),
    h(
      "div",
      { class: "btns two" },
      button({ label: t("invite.copy"), act: () => act.copy(link, t("link.copied")), kind: "primary", picture: "copy" }),
      button({ label: t("invite.watch"), act: () => act.copy(bases[0] + links.spectator, t("link.copied")), picture: "eye" }),
    ),
  );
}

/** @param {Actions} act @param {Snapshot} snapshot */
function hintCard(act, { game }) {
  const hint = game.hint;
  if (!hint) return null;
  return h(
    "section",
    { class: "card result", key: "hint", "data-name": "hint" },
    h("div", null, h("h2", null, t("hint.title")), hint.texts.map((text) => h("p", null, say(text)))),
    hint.more && h("div", { class: "btns two" }, button({ label: t("hint.more"), act: act.hint, picture: "hint" })),
  );
}

/** @param {State} state @param {Actions} act @param {Snapshot} snapshot */
function switches(state, act, { game }) {
  return h(
    "section",
    { class: "card rows not-phone", key: "switches" },
    playsProgram(game) && toggle({ label: t("warn.switch"), on: state.warn, change: act.setWarn, name: "warn" }),
    toggle({ label: t("threats.switch"), on: state.preferences.threats, change: (on) => act.prefer({ threats: on }), name: "threats" }),
    adaptive(act, game),
    game.can.pause && game.seats.every((seat) => seat.program !== null) && paceRow(act, game),
  );
}

/** The level that follows the results: a switch that is locked while a game runs. @param {Actions} act @param {import("../messages.js").GameView} game */
export function adaptive(act, game) {
  if (!playsProgram(game)) return null;
  return toggle({
    label: t("adaptive.switch"),
    on: game.adaptive,
    locked: game.level_locked && t("adaptive.locked"),
    note: t("adaptive.open"),
    change: act.setAdaptive,
    name: "adaptive",
  });
}

/** @param {Actions} act @param {import("../messages.js").GameView} game */
function paceRow(act, game) {
  return h(
    "label",
    { class: "row" },
    h("span", { class: "grow" }, t("pace"), h("span", { class: "small quiet note" }, t("pace.seconds", { s: (game.pace_ms / 1000).toFixed(1) }))),
    h("input", {
      type: "range",
      class: "range",
      min: 0,
      max: 3000,
      step: 100,
      value: String(game.pace_ms),
      onchange: (/** @type {Event} */ event) => act.pace(Number(/** @type {HTMLInputElement} */ (event.target).value)),
    }),
  );
}

/** @param {Actions} act @param {Snapshot} snapshot */
function actions(act, { game, role }) {
  if (role === "spectator") return null;
  const { can } = game;
  /** @type {[IconName, string, boolean, () => void][]} */
  const list = [];
  const watches = game.seats.every((seat) => seat.program !== null);
  if (watches) {
    list.push(game.paused ? ["play", "resume", can.pause, act.resume] : ["pause", "pause", can.pause, act.pause]);
  } else {
    list.push(["undo", "undo", can.undo, act.undo], ["redo", "redo", can.redo, act.redo]);
    if (role === "host") list.push(["hint", "hint", can.hint, act.hint]);
    list.push(["flag", "resign", can.resign, act.askResign]);
    list.push(["minus", "offer_draw", can.offer_draw, act.offerDraw]);
  }
  if (can.host) list.push(["rotate", "reset", game.moves.length > 0, act.askReset], ["plus", "new", true, act.askNew]);
  return h(
    "div",
    { class: "card actions", key: "actions", role: "toolbar", "aria-label": t("actions") },
    list.map(([picture, name, enabled, doIt]) =>
      h(
        "button",
        { type: "button", class: "act", disabled: !enabled, "data-action": name, onclick: doIt },
        icon(picture),
        t(`action.${name}`),
      ),
    ),
  );
}

/** The second tap that places a stone. @param {State} state @param {Actions} act */
export function confirmBar(state, act) {
  const { held } = state;
  if (!held) return null;
  return h(
    "div",
    { class: "confirm", key: "confirm" },
    button({ label: t("place", { point: held }), act: act.confirmHeld, kind: "primary grow", picture: "check", name: "confirm" }),
    button({ label: t("cancel"), act: act.dropHeld }),
  );
}
