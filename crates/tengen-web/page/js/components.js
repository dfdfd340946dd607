// The controls that all views share.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./i18n.js";

/** @typedef {import("./dom.js").Loose} Loose */
/** @typedef {import("./icons.js").IconName} IconName */

/**
 * The one switch: on, off, and locked either way. The whole row is the target. A locked
 * one stays reachable, so that its reason can be read.
 * @param {object} row
 * @param {string} row.label
 * @param {boolean} row.on
 * @param {string} [row.note] a second, quieter text
 * @param {string | false} [row.locked] why it cannot be changed now
 * @param {string} [row.name] for tests and styling
 * @param {(on: boolean) => void} row.change
 */
export function toggle({ label, on, note, locked, name, change }) {
  const second = locked || note;
  return h(
    "button",
    {
      type: "button",
      class: locked ? "row toggle locked" : "row toggle",
      role: "switch",
      "data-name": name,
      "aria-checked": String(on),
      "aria-disabled": locked ? "true" : undefined,
      "aria-label": second ? `${label}. ${second}` : label,
      onclick: () => !locked && change(!on),
    },
    h("span", { class: "grow" }, label, second && h("span", { class: "small quiet note" }, second)),
    locked && icon("lock", "small"),
    h("span", { class: "sw", "aria-hidden": "true" }),
  );
}

/**
 * One of a few.
 * @template {string | number} T
 * @param {object} group
 * @param {string} group.label
 * @param {T} group.value
 * @param {{ value: T, label: string, picture?: Loose, disabled?: boolean }[]} group.options
 * @param {(value: T) => void} group.change
 * @param {string} [group.kind] a class: `seg` or `levels`
 * @param {string} [group.name] for tests
 */
export function segments({ label, value, options, change, kind = "seg", name }) {
  const index = options.findIndex((option) => option.value === value);
  /** @param {KeyboardEvent} event */
  const onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    let next = index;
    do next = (next + step + options.length) % options.length;
    while (options[next].disabled && next !== index);
    const group = /** @type {HTMLElement} */ (event.currentTarget);
    change(options[next].value);
    /** @type {HTMLElement | undefined} */ (group.children[next])?.focus();
  };
  return h(
    "div",
    { class: kind, role: "radiogroup", "aria-label": label, "data-name": name, onkeydown },
    options.map((option, at) =>
      h(
        "button",
        {
          type: "button",
          role: "radio",
          "data-value": option.value,
          "aria-checked": String(option.value === value),
          tabindex: at === Math.max(index, 0) ? 0 : -1,
          disabled: option.disabled,
          onclick: () => change(option.value),
        },
        option.picture,
        option.label,
      ),
    ),
  );
}

/**
 * One of many.
 * @param {object} choice
 * @param {string} choice.label
 * @param {string} choice.value
 * @param {{ value: string, label: string }[]} choice.options
 * @param {(value: string) => void} choice.change
 * @param {string} [choice.name] for tests
 */
export function select({ label, value, options, change, name }) {
  return h(
    "span",
    { class: "select" },
    h(
      "select",
      {
        "aria-label": label,
        "data-name": name,
        value,
        onchange: (/** @type {Event} */ event) => change(/** @type {HTMLSelectElement} */ (event.target).value),
      },
      options.map((option) => h("option", { value: option.value, key: option.value }, option.label)),
    ),
    icon("down", "small"),
  );
}

/**
 * @param {object} button
 * @param {string} button.label
 * @param {() => void} button.act
 * @param {IconName} [button.picture]
 * @param {boolean} [button.disabled]
 * @param {string} [button.kind] further classes: `primary`, `quietly`
 * @param {string} [button.name] for tests
 */
export function button({ label, act, picture, disabled, kind, name }) {
  return h(
    "button",
    { type: "button", class: kind ? `btn ${kind}` : "btn", disabled, "data-name": name, onclick: act },
    picture && icon(picture),
    label,
  );
}

/**
 * @param {object} button
 * @param {IconName} button.picture
 * @param {string} button.label
 * @param {() => void} button.act
 * @param {boolean} [button.disabled]
 * @param {string} [button.kind]
 * @param {string} [button.name]
 */
export function iconButton({ picture, label, act, disabled, kind, name }) {
  return h(
    "button",
    {
      type: "button",
      class: kind ? `btn icon ${kind}` : "btn icon",
      disabled,
      "aria-label": label,
      title: label,
      "data-name": name,
      onclick: act,
    },
    icon(picture),
  );
}

/**
 * A named line of a form.
 * @param {string} label
 * @param {Loose} control
 * @param {Loose} [help]
 */
export function field(label, control, help) {
  return h(
    "div",
    { class: "field" },
    h("span", { class: "label-t", "aria-hidden": "true" }, label),
    control,
    help && h("span", { class: "help" }, help),
  );
}

/**
 * @param {string} label
 * @param {"proven" | "plain" | "bad"} kind
 */
export function badge(label, kind) {
  return h(
    "span",
    { class: kind === "proven" ? "badge" : `badge ${kind}` },
    kind === "proven" && icon("check", "small"),
    label,
  );
}

/**
 * The frame of a sheet: title, body, and what closes it.
 * @param {object} sheet
 * @param {string} sheet.title
 * @param {() => void} sheet.close
 * @param {Loose} sheet.body
 * @param {Loose} [sheet.footer]
 */
export function sheetFrame({ title, close, body, footer }) {
  return [
    // No header or footer elements: outside of an article they are landmarks of the page.
    h(
      "div",
      { class: "head" },
      h("h2", { id: "sheet-title" }, title),
      iconButton({ picture: "close", label: t("close"), act: close, name: "close" }),
    ),
    h("div", { class: "body" }, body),
    footer && h("div", { class: "foot" }, footer),
  ];
}
