// Black's chance along the game, under the board: a thin line for estimates, a thick one
// where a side has a decided win. A click goes there.

import { h, s } from "../dom.js";
import { t } from "../i18n.js";

/** @typedef {import("../messages.js").StudyView} StudyView */
/** @typedef {import("../events.js").Actions} Actions */

const TOP = 10;
const BOTTOM = 58;

/** @param {StudyView} study @param {Actions} act */
export function graph(study, act) {
  const line = wholeLine(study);
  const length = Math.max(1, line.length - 1);
  const known = new Map(study.graph.map((point) => [point.node, point]));
  /** @param {number} index */
  const x = (index) => (index / length) * 608;
  /** @param {number} chance */
  const y = (chance) => BOTTOM - chance * (BOTTOM - TOP);
  const points = line.flatMap((node, index) => {
    const point = known.get(node.id);
    return point ? [{ id: node.id, x: x(index), y: y(point.decided === "black" ? 1 : point.decided === "white" ? 0 : point.black_chance), decided: point.decided }] : [];
  });
  const here = line.findIndex((node) => node.id === study.cursor);
  const path = points.map((point) => `${point.x.toFixed(1)},${point.y.toFixed(1)}`).join(" ");
  const hereY = points.find((point) => point.id === study.cursor)?.y;
  const first = points[0];
  const last = points[points.length - 1];
  // The sentence of an empty graph stands where its lines would be.
  const isEmpty = points.length === 0;
  return h(
    "section",
    {
      class: "card graph",
      key: "graph",
      "data-name": "graph",
      onclick: (/** @type {MouseEvent} */ event) => {
        const plot = /** @type {HTMLElement} */ (event.currentTarget).querySelector(".plot");
        if (!plot) return;
        const box = plot.getBoundingClientRect();
        const index = Math.round(((event.clientX - box.left) / box.width) * length);
        const node = line[Math.min(line.length - 1, Math.max(0, index))];
        if (node) act.go(node.id);
      },
    },
    h(
      "div",
      { class: "plot" },
      s(
        "svg",
        { viewBox: "0 0 608 80", preserveAspectRatio: "none", role: "img", "aria-label": t("graph.label", { n: line.length - 1 }) },
        s("path", { class: "g-half", d: "M0 34H608" }),
        !isEmpty && s("path", { class: "g-base", d: "M0 58.5H608" }),
        points.length > 1 && s("polygon", { class: "g-area", points: `${first.x},${BOTTOM} ${path} ${last.x},${BOTTOM}` }),
        points.length > 1 && s("polyline", { class: "g-line", points: path }),
        s("path", { class: "g-proof", d: points.filter(({ decided }) => decided).map((point) => `M${point.x - 5} ${point.y}h10`).join("") }),
      ),
      s(
        "svg",
        { "aria-hidden": "true" },
        !isEmpty && here >= 0 && mark(here / length, s("path", { class: "g-now", d: "M0 0V80" }), hereY !== undefined && s("circle", { class: "g-dot", r: 4, cy: hereY })),
        line.map((node, index) => labelMark(node.label, index / length)),
      ),
    ),
    h("span", { class: "g-t hi", "aria-hidden": "true" }, t("black")),
    h("span", { class: "g-t lo", "aria-hidden": "true" }, t(isEmpty ? "graph.empty" : "white")),
  );
}

/** The line through the cursor, and on from it by first children. @param {StudyView} study */
function wholeLine(study) {
  const byId = new Map(study.nodes.map((node) => [node.id, node]));
  const line = study.path.flatMap((id) => byId.get(id) ?? []);
  for (;;) {
    const end = line[line.length - 1];
    const next = end && study.nodes.find((node) => node.parent === end.id);
    if (!next) return line;
    line.push(next);
  }
}

/** @param {number} part @param {(import("../dom.js").VNode | false)[]} shapes */
function mark(part, ...shapes) {
  return s("svg", { x: `${(part * 100).toFixed(2)}%`, overflow: "visible" }, shapes);
}

/** @param {"gave_win" | "missed_win" | "only_move" | null} label @param {number} part */
function labelMark(label, part) {
  if (label === "gave_win") return mark(part, s("path", { class: "g-mark", d: "M-5 65H5L0 73z" }));
  if (label === "missed_win") return mark(part, s("path", { class: "g-mark missed", d: "M0 64l5 5-5 5-5-5z" }));
  return null;
}
