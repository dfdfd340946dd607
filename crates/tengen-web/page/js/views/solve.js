// The right side while solving: a question, its answer, and the proof branch by branch.

import { h } from "../dom.js";
import { figure as number, t } from "../i18n.js";
import { badge, button, segments, select, toggle } from "../components.js";
import { colourName, otherColour, say, winnersMoves } from "../words.js";
import { stoneIcon } from "../board/picture.js";
import { confirmBar } from "./play.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../events.js").Actions} Actions */
/** @typedef {import("../messages.js").StudyView} StudyView */
/** @typedef {import("../messages.js").ProofView} ProofView */
/** @typedef {import("../messages.js").SolveKind} SolveKind */
/** @typedef {import("../messages.js").Colour} Colour */

const KINDS = /** @type {SolveKind[]} */ (["vcf", "vct", "any"]);
const COLOURS = /** @type {Colour[]} */ (["black", "white"]);

/** @param {State} state @param {Actions} act */
export function solveSide(state, act) {
  const study = state.snapshot?.study;
  if (!study) return [h("section", { class: "card result" }, h("p", { class: "quiet" }, t("study.none")))];
  const proof = study.proof;
  return [
    questionCard(state, act, study),
    answerCard(act, study),
    proof && proofCard(act, proof),
    !proof && defencesCard(act, study),
    !proof && lineCard(state, act, study),
    confirmBar(state, act),
  ];
}

/** Whether a search runs or waits. @param {string | undefined} result */
export function isBusy(result) {
  return result === "running" || result === "queued";
}

/** @param {State} state @param {Actions} act @param {StudyView} study */
function questionCard(state, act, study) {
  const { question } = state;
  // While a proof is walked the board's side to move changes; the question does not.
  const attacker = question.attacker ?? study.proof?.winner ?? state.snapshot?.board.to_move ?? "black";
  const busy = isBusy(study.solve?.result) || isBusy(study.defences?.result) || isBusy(study.checked?.result);
  return h(
    "section",
    { class: "card question", key: "question" },
    h("h2", { class: "head" }, t("solve.title", { colour: colourName(attacker) })),
    h(
      "div",
      { class: "stack" },
      segments({
        label: t("solve.side"),
        value: attacker,
        options: COLOURS.map((colour) => ({ value: colour, label: t(colour), picture: stoneIcon(colour) })),
        change: (colour) => act.ask({ attacker: colour }),
      }),
      segments({
        label: t("solve.kind"),
        value: question.kind,
        options: KINDS.map((kind) => ({ value: kind, label: t(`solve.kind.${kind}`) })),
        change: (kind) => act.ask({ kind }),
        name: "solve-kind",
      }),
      h("p", { class: "small quiet" }, t(`solve.about.${question.kind}`)),
    ),
    question.kind === "vcf" && toggle({ label: t("solve.shortest"), on: question.shortest, change: (shortest) => act.ask({ shortest }), name: "shortest" }),
    h(
      "div",
      { class: "stack row-buttons" },
      busy
        ? button({ label: t("solve.stop"), act: act.stopSolve, name: "solve-stop" })
        : button({ label: t("solve.start"), act: act.solve, kind: "primary", name: "solve" }),
      h(
        "label",
        { class: "quiet seconds" },
        t("solve.time"),
        select({
          label: t("solve.time"),
          value: String(question.seconds),
          options: [1, 5, 10, 30, 60, 120].map((seconds) => ({ value: String(seconds), label: t("seconds", { n: seconds }) })),
          change: (seconds) => act.ask({ seconds: Number(seconds) }),
        }),
      ),
    ),
  );
}

/** @param {Actions} act @param {StudyView} study */
function answerCard(act, study) {
  const solve = study.solve;
  if (!solve) {
    return h("section", { class: "card result", key: "answer" }, h("p", { class: "quiet" }, t("solve.hint")));
  }
  const isWin = solve.result === "win";
  const isNone = solve.result === "none";
  const kind = isWin || isNone ? "proven" : "plain";
  const word = isWin ? t("proven") : isNone ? t("solve.ruled_out") : isBusy(solve.result) ? t("solve.searching") : t("solve.open");
  return h(
    "section",
    { class: "card proof", key: "answer", "data-name": "answer", "data-result": solve.result },
    h(
      "div",
      { class: "head" },
      badge(word, kind),
      h("span", { class: "grow" }),
      isWin && !study.proof && button({ label: t("proof.walk"), act: () => act.walkProof([]), kind: "quietly slim link", name: "walk-proof" }),
    ),
    h("p", { class: "big" }, say(solve.text)),
    h("p", { class: "quiet last" }, t("solve.figures", { n: solve.nodes, nodes: number(solve.nodes), s: (solve.time_ms / 1000).toFixed(1) })),
    isWin && solve.shortest && h("p", { class: "quiet last" }, t("solve.is_shortest")),
    isWin &&
      h(
        "ol",
        { class: "lines" },
        h(
          "li",
          null,
          h(
            "button",
            {
              type: "button",
              class: "line on",
              onmouseenter: () => act.preview(solve.line),
              onmouseleave: () => act.preview([]),
              onfocus: () => act.preview(solve.line),
              onblur: () => act.preview([]),
              onclick: () => act.replay(solve.line),
              title: t("solve.replay"),
            },
            h("span", { class: "val" }, t("line.win", { n: winnersMoves(solve.plies ?? 1) })),
            h("span", { class: "pv" }, solve.line.join(" ")),
          ),
        ),
      ),
    solve.refuted_by.length > 0 && h("p", { class: "quiet last" }, t("solve.refuted", { points: solve.refuted_by.join(" ") })),
  );
}

/** A place in the proof: each defence with its answer. @param {Actions} act @param {ProofView} proof */
function proofCard(act, proof) {
  const { step } = proof;
  const loser = otherColour(proof.winner);
  return h(
    "section",
    { class: "card proof fill", key: "proof", "data-name": "proof" },
    h(
      "div",
      { class: "head" },
      badge(t("proven"), "proven"),
      h("span", { class: "grow" }),
      button({ label: t("proof.close"), act: act.closeProof, kind: "quietly slim link", name: "close-proof" }),
    ),
    h(
      "p",
      { class: "big", "data-name": "proof-says" },
      step.won
        ? t("proof.won", { colour: colourName(proof.winner) })
        : t("solve.win", { colour: colourName(proof.winner), other: colourName(loser), n: winnersMoves(step.plies_left) }),
    ),
    h("p", { class: "quiet proof-path", "data-name": "proof-path" }, proof.moves.length > 0 ? proof.moves.join(" ") : t("proof.start")),
    !step.won && h("p", { class: "quiet" }, t("proof.defences", { colour: colourName(loser) })),
    h(
      "div",
      { class: "defs" },
      step.replies.map((reply) =>
        h(
          "button",
          { type: "button", key: reply.reply, "data-reply": reply.reply, onclick: () => act.walkProof([...proof.replies, reply.reply]) },
          h("b", null, reply.reply),
          h("span", { class: "small quiet" }, reply.answer ? t("proof.answer", { point: reply.answer, n: winnersMoves(reply.plies_left) }) : t("proof.five")),
        ),
      ),
      step.otherwise && h("div", { class: "otherwise" }, h("b", null, t("proof.otherwise")), h("span", { class: "small quiet" }, t("proof.otherwise.answer", { point: step.otherwise }))),
    ),
    h(
      "div",
      { class: "stack row-buttons" },
      button({ label: t("proof.back"), act: () => act.walkProof(proof.replies.slice(0, -1)), disabled: proof.replies.length === 0, picture: "previous", name: "proof-back" }),
      button({ label: t("proof.first"), act: () => act.walkProof([]), disabled: proof.replies.length === 0, picture: "first" }),
    ),
    h("p", { class: "small quiet last" }, t("proof.figures", { steps: number(proof.steps), replies: number(proof.replies_checked) })),
  );
}

/** What the other side threatens, and what helps. @param {Actions} act @param {StudyView} study */
export function defencesCard(act, study) {
  const defences = study.defences;
  return h(
    "section",
    { class: "card question", key: "defences", "data-name": "threat" },
    h("h2", { class: "head" }, t("defences.title")),
    h(
      "div",
      { class: "stack" },
      h("p", { class: "quiet" }, defencesText(defences)),
      defences &&
        defences.replies.length > 0 &&
        h(
          "div",
          { class: "chips" },
          defences.replies.map(({ reply, effect, plies }) =>
            h(
              "button",
              {
                type: "button",
                class: `chip ${effect}`,
                onmouseenter: () => act.preview([reply]),
                onmouseleave: () => act.preview([]),
                onclick: () => act.adopt([reply]),
              },
              h("b", null, reply),
              ` ${effect === "loses" && plies ? t("defences.loses_in", { n: winnersMoves(plies) }) : t(`defences.${effect}`)}`,
            ),
          ),
        ),
      button({ label: t("defences.ask"), act: act.askDefences, kind: "slim", name: "defences" }),
    ),
  );
}

/** @param {import("../messages.js").DefencesView | null} defences */
export function defencesText(defences) {
  if (!defences) return t("defences.about");
  if (isBusy(defences.result)) return t("solve.searching");
  if (defences.result === "no_threat") return t("defences.no_threat", { colour: colourName(defences.attacker) });
  return t("defences.threat", { colour: colourName(defences.attacker), line: defences.threat.join(" ") });
}

/** A line of one's own put to the test. @param {State} state @param {Actions} act @param {StudyView} study */
function lineCard(state, act, study) {
  const { checked } = study;
  const { lineTrouble } = state;
  return h(
    "section",
    { class: "card question", key: "check" },
    h("h2", { class: "head" }, t("check.title")),
    h(
      "form",
      {
        class: "stack inline",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          act.checkLine();
        },
      },
      h("input", {
        class: "input",
        value: state.question.line,
        placeholder: "H9 G9 I10",
        "aria-label": t("check.line"),
        "aria-invalid": lineTrouble ? "true" : undefined,
        "aria-describedby": lineTrouble ? "line-trouble" : undefined,
        "data-name": "check-line",
        oninput: (/** @type {Event} */ event) => act.ask({ line: /** @type {HTMLInputElement} */ (event.target).value }),
      }),
      h("button", { class: "btn", type: "submit" }, t("check.ask")),
    ),
    lineTrouble && h("p", { class: "trouble last", id: "line-trouble", "data-name": "line-trouble" }, say(lineTrouble)),
    !lineTrouble && checked && h("p", { class: "quiet last", "data-name": "checked" }, isBusy(checked.result) ? t("solve.searching") : checkedText(checked)),
  );
}

/** @param {import("../messages.js").CheckedView} checked */
export function checkedText(checked) {
  return checked.moves
    .map(({ point, judgement, plies, refuted_by }) => {
      if (judgement === "wins") return t("check.wins", { point, n: winnersMoves(plies ?? 1) });
      if (judgement === "refuted") return refuted_by.length > 0 ? t("check.refuted", { point, points: refuted_by.join(" ") }) : t("check.refuted.any", { point });
      return t(`check.${judgement}`, { point });
    })
    .join(t("sentence.gap"));
}
