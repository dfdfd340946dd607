// Elements described as data, and the one function that makes the document match them.
//
// A view is a pure function from the state to such descriptions; `patch` changes only
// what differs, so that focus, scrolling and running animations survive a redraw. Text
// always becomes a text node: nothing that a person, a file or another player wrote can
// turn into markup.

/**
 * @typedef {object} VNode
 * @property {string} tag
 * @property {boolean} svg
 * @property {string | number | undefined} key
 * @property {Record<string, unknown>} props
 * @property {VChild[]} children
 */
/** @typedef {VNode | string} VChild */
/** @typedef {VChild | number | null | undefined | false | Loose[]} Loose */

const SVG = "http://www.w3.org/2000/svg";

/** What each element was last made to look like. @type {WeakMap<Node, VNode>} */
const drawn = new WeakMap();

/**
 * An HTML element.
 * @param {string} tag
 * @param {Record<string, unknown> | null} [props]
 * @param {...Loose} children
 * @returns {VNode}
 */
export function h(tag, props, ...children) {
  return describe(tag, false, props, children);
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Record<string, unknown> | null} [props]
 * @param {...Loose} children
 * @returns {VNode}
 */
export function s(tag, props, ...children) {
  return describe(tag, true, props, children);
}

/**
 * @param {string} tag
 * @param {boolean} svg
 * @param {Record<string, unknown> | null | undefined} props
 * @param {Loose[]} children
 * @returns {VNode}
 */
function describe(tag, svg, props, children) {
  const { key, ...rest } = props ?? {};
  const name = /** @type {string | number | undefined} */ (key);
  return { tag, svg, key: name, props: rest, children: flatten(children) };
}

/** @param {Loose[]} children @returns {VChild[]} */
function flatten(children) {
  /** @type {VChild[]} */
  const flat = [];
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) flat.push(...flatten(child));
    else flat.push(typeof child === "number" ? String(child) : child);
  }
  return flat;
}

/**
 * Makes the children of `parent` match the descriptions.
 * @param {Element} parent
 * @param {...Loose} children
 */
export function patch(parent, ...children) {
  patchChildren(parent, flatten(children));
}

/** @param {Element} parent @param {VChild[]} wanted */
function patchChildren(parent, wanted) {
  /** @type {Map<string | number, ChildNode>} */
  const keyed = new Map();
  for (const node of parent.childNodes) {
    const key = drawn.get(node)?.key;
    if (key !== undefined) keyed.set(key, node);
  }
  /** @type {ChildNode | null} */
  let here = parent.firstChild;
  for (const child of wanted) {
    const kept = typeof child === "string" ? undefined : keyedNode(keyed, child);
    if (kept && kept !== here) {
      parent.insertBefore(kept, here);
      here = kept;
    }
    const node = fit(parent, here, child, kept !== undefined);
    here = node.nextSibling;
  }
  while (here) {
    const next = here.nextSibling;
    here.remove();
    here = next;
  }
}

/** @param {Map<string | number, ChildNode>} keyed @param {VNode} child */
function keyedNode(keyed, child) {
  return child.key === undefined ? undefined : keyed.get(child.key);
}

/**
 * Puts `child` at `here`: into the node there if it is of the same kind, else a new one.
 * @param {Element} parent
 * @param {ChildNode | null} here
 * @param {VChild} child
 * @param {boolean} kept
 * @returns {ChildNode}
 */
function fit(parent, here, child, kept) {
  if (typeof child === "string") {
    if (here instanceof Text) {
      if (here.data !== child) here.data = child;
      return here;
    }
    return parent.insertBefore(document.createTextNode(child), here);
  }
  const before = here ? drawn.get(here) : undefined;
  const same = before && before.tag === child.tag && (kept || before.key === child.key);
  if (here instanceof Element && same) {
    update(here, before, child);
    return here;
  }
  const made = create(child);
  parent.insertBefore(made, here);
  return made;
}

/** @param {VNode} child @returns {Element} */
function create(child) {
  const element = child.svg
    ? document.createElementNS(SVG, child.tag)
    : document.createElement(child.tag);
  update(element, undefined, child);
  return element;
}

/** @param {Element} element @param {VNode | undefined} before @param {VNode} after */
function update(element, before, after) {
  if (before === after) return;
  drawn.set(element, after);
  for (const name of Object.keys(before?.props ?? {})) {
    if (!(name in after.props)) setProp(element, name, undefined, before?.props[name]);
  }
  patchChildren(element, after.children);
  // After the children, because the value of a select is one of its options.
  for (const [name, value] of Object.entries(after.props)) {
    setProp(element, name, value, before?.props[name]);
  }
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 * @param {unknown} old
 */
function setProp(element, name, value, old) {
  const target = /** @type {any} */ (element);
  if (name === "value" || name === "checked") {
    if (value !== undefined && target[name] !== value) target[name] = value;
  } else if (name.startsWith("on")) {
    if (value !== old) target[name] = value ?? null;
  } else if (name === "style") {
    setStyle(target.style, /** @type {Record<string, string>} */ (value ?? {}), /** @type {Record<string, string>} */ (old ?? {}));
  } else if (value !== old) {
    if (value === undefined || value === null || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * Sets properties one by one, which the content policy allows; it forbids style text.
 * @param {CSSStyleDeclaration} style
 * @param {Record<string, string>} wanted
 * @param {Record<string, string>} old
 */
function setStyle(style, wanted, old) {
  for (const name of Object.keys(old)) if (!(name in wanted)) style.removeProperty(name);
  for (const [name, value] of Object.entries(wanted)) {
    if (old[name] !== value) style.setProperty(name, value);
  }
}
