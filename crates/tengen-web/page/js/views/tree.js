// The tree of variations as text that flows: the main line, variations indented.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { badge } from "../components.js";

/** @typedef {import("../messages.js").StudyView} StudyView */
/** @typedef {import("../messages.js").TreeNode} TreeNode */
/** @typedef {import("../events.js").Actions} Actions */
/** @typedef {import("../dom.js").VNode} VNode */
/** @typedef {Map<number | null, TreeNode[]>} Children */

/** @param {StudyView} study @param {Actions} act */
export function tree(study, act) {
  /** @type {Children} */
  const children = new Map();
  for (const node of study.nodes) {
    const siblings = children.get(node.parent);
    if (siblings) siblings.push(node);
    else children.set(node.parent, [node]);
  }
  const root = children.get(null)?.[0];
  if (!root) return null;
  return h(
    "div",
    { class: "tree", tabindex: 0, role: "group", "aria-label": t("moves") },
    study.nodes.length === 1 && h("p", { class: "quiet" }, t("tree.empty")),
    lineFrom(root.id, children, study.cursor, act),
    study.left_out > 0 && h("p", { class: "small quiet" }, t("tree.left_out", { n: study.left_out })),
  );
}

/**
 * The moves after a node: the first child and on, other children as variations.
 * @param {number} from @param {Children} children @param {number} cursor @param {Actions} act
 * @returns {VNode[]}
 */
function lineFrom(from, children, cursor, act) {
  const parts = [];
  let here = from;
  for (;;) {
    const [first, ...others] = children.get(here) ?? [];
    if (!first) return parts;
    parts.push(move(first, cursor, act));
    const label = labelOf(first);
    if (label) parts.push(label);
    for (const other of others) {
      parts.push(h("span", { class: "var", key: `v${other.id}` }, move(other, cursor, act), labelOf(other), lineFrom(other.id, children, cursor, act)));
    }
    here = first.id;
  }
}

/** @param {TreeNode} node @param {number} cursor @param {Actions} act */
function move(node, cursor, act) {
  const isHere = node.id === cursor;
  return h(
    "button",
    {
      type: "button",
      key: node.id,
      class: isHere ? "m now" : "m",
      "aria-current": isHere ? "true" : undefined,
      onclick: () => act.go(node.id),
    },
    h("i", null, String(node.number)),
    node.point ?? t("tree.pass"),
    node.comment && h("span", { class: "has-comment", title: t("comment") }, "…"),
  );
}

/** @param {TreeNode} node */
function labelOf(node) {
  if (node.label === "gave_win") return badge(t("label.gave_win"), "bad");
  if (node.label === "missed_win") return badge(t("label.missed_win"), "plain");
  if (node.label === "only_move") return badge(t("label.only_move"), "plain");
  return null;
}
