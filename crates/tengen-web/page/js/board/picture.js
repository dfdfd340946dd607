// The board as a picture: wood, grid, stones and marks from plain data. No rules here.

import { h, s } from "../dom.js";
import { CELL, extent, middle, parse, pointAt, stars } from "./geometry.js";

/** @typedef {import("../dom.js").VNode} VNode */
/** @typedef {"black" | "white"} Colour */
/**
 * Everything that a board shows.
 * @typedef {object} Picture
 * @property {number} size
 * @property {number} quarters how often the board is turned
 * @property {boolean} coordinates
 * @property {{ point: string, colour: Colour, number: number }[]} stones in order of play
 * @property {boolean} numbers
 * @property {number} numbersFrom the first stone that shows its number
 * @property {string | null} last the stone with the ring
 * @property {string[]} win the winning row, in order
 * @property {{ point: string, colour: Colour, text?: string }[]} ghosts
 * @property {{ point: string, colour: Colour } | null} aim a stone about to be placed
 * @property {boolean} crosshair lines through the aim, for fingers
 * @property {string[]} forbidden
 * @property {Reason[]} reasons why the point in question is forbidden, drawn as lines
 * @property {string | null} questioned that point
 * @property {{ points: string[], strong: boolean }[]} threats
 * @property {{ point: string, text: string, best: boolean }[]} candidates
 * @property {string[]} area points that a hint points to
 * @property {number | null} region side of the central square that an opening asks for
 * @property {{ point: string, text: string }[]} labels
 */
/** @typedef {{ stones: string[], follow: string[] }} Reason */

const STONE = 18.4;

/** The whole picture. @param {Picture} picture */
export function boardPicture(picture) {
  const side = extent(picture.size);
  return s(
    "svg",
    {
      class: "picture",
      viewBox: `0 0 ${side} ${side}`,
      "aria-hidden": "true",
      style: { "--unit": String(side / 640) },
    },
    ground(side),
    grid(picture),
    picture.coordinates && labels(picture),
    below(picture),
    shadows(picture),
    stones(picture),
    picture.win.length > 0 && winningRow(picture, side),
    marks(picture),
    s("rect", { class: "edge", x: 0.5, y: 0.5, width: side - 1, height: side - 1, rx: 8 }),
  );
}

/** Wood and its grain. @param {number} side */
function ground(side) {
  /** @param {string} fill */
  const layer = (fill) => s("rect", { width: side, height: side, class: fill });
  return s(
    "g",
    { key: "ground" },
    layer("wood"),
    s("g", { class: "grain" }, layer("grain-c"), layer("grain-a"), layer("grain-b")),
  );
}

/** @param {Picture} picture */
function grid({ size, quarters }) {
  const far = size * CELL;
  let path = "";
  for (let line = 2; line < size; line++) {
    path += `M${CELL} ${line * CELL}H${far}M${line * CELL} ${CELL}V${far}`;
  }
  const inner = far - CELL;
  return s(
    "g",
    { key: "grid" },
    s("path", { class: "grid", d: path }),
    s("rect", { class: "rim", x: CELL, y: CELL, width: inner, height: inner }),
    stars(size).map((point) => {
      const { x, y } = middle(point, size, quarters);
      return s("circle", { class: "star", cx: x, cy: y, r: 4 });
    }),
  );
}

/** Letters below and numbers at the left, whatever lies there on a turned board. @param {Picture} picture */
function labels({ size, quarters }) {
  const side = extent(size);
  const offset = 14 * (side / 640);
  const texts = [];
  for (let line = 0; line < size; line++) {
    const at = (line + 1) * CELL;
    const below = parse(pointAt({ col: line, row: size - 1 }, size, quarters));
    const left = parse(pointAt({ col: 0, row: line }, size, quarters));
    const isTurned = quarters % 2 === 1;
    /** @param {{ col: number, row: number }} spot @param {boolean} letter */
    const text = (spot, letter) => (letter ? String.fromCharCode(65 + spot.col) : String(spot.row + 1));
    texts.push(
      s("text", { class: "label", x: at, y: side - offset }, text(below, !isTurned)),
      s("text", { class: "label", x: offset, y: at }, text(left, isTurned)),
    );
  }
  return s("g", { key: "labels" }, texts);
}

/** What lies under the stones: areas, crosshair, threats. @param {Picture} picture */
function below(picture) {
  const { size, quarters } = picture;
  return s(
    "g",
    { key: "below" },
    picture.area.map((point) => {
      const { x, y } = middle(point, size, quarters);
      return s("rect", { class: "area", x: x - 20, y: y - 20, width: CELL, height: CELL });
    }),
    picture.region !== null && region(size, picture.region),
    picture.crosshair && picture.aim && crosshair(picture, picture.aim.point),
  );
}

/** The central square, as wide as so many points. @param {number} size @param {number} points */
function region(size, points) {
  const side = points * CELL;
  const corner = (extent(size) - side) / 2;
  return s("rect", { class: "region", x: corner, y: corner, width: side, height: side, rx: 6 });
}

/** @param {Picture} picture @param {string} point */
function crosshair({ size, quarters }, point) {
  const { x, y } = middle(point, size, quarters);
  const far = size * CELL;
  return s("path", { class: "cursor-line", d: `M${x} ${CELL}V${far}M${CELL} ${y}H${far}` });
}

/** @param {Picture} picture */
function shadows({ stones, size, quarters }) {
  return s(
    "g",
    { key: "shadows" },
    stones.map(({ point }) => {
      const { x, y } = middle(point, size, quarters);
      return s("circle", { class: "shade", key: point, cx: x + 1, cy: y + 2.6, r: 21.5 });
    }),
  );
}

/** @param {Picture} picture */
function stones(picture) {
  const { size, quarters, last } = picture;
  return s(
    "g",
    { key: "stones" },
    picture.stones.map(({ point, colour, number }) => {
      const { x, y } = middle(point, size, quarters);
      const isNumbered = picture.numbers && number >= picture.numbersFrom;
      return s(
        "g",
        { key: `${point}${colour}`, class: point === last ? "stone-at newest" : "stone-at" },
        stone(x, y, colour),
        point === last && !isNumbered && ring(x, y, colour),
        isNumbered && numeral(x, y, colour, String(number - picture.numbersFrom + 1), point === last),
      );
    }),
  );
}

/** @param {number} x @param {number} y @param {Colour} colour */
function stone(x, y, colour) {
  return s("circle", { class: colour === "black" ? "stone-black" : "stone-white", cx: x, cy: y, r: STONE });
}

/** @param {number} x @param {number} y @param {Colour} colour */
function ring(x, y, colour) {
  return s("circle", { class: colour === "black" ? "last-b" : "last-w", cx: x, cy: y, r: 9 });
}

/** @param {number} x @param {number} y @param {Colour} colour @param {string} text @param {boolean} isLast */
function numeral(x, y, colour, text, isLast) {
  const name = (colour === "black" ? "num num-b" : "num num-w") + (isLast ? " num-last" : "");
  return s("text", { class: text.length > 2 ? `${name} num-3` : name, x, y }, text);
}

/** The row that won, lit up in order over a paler board. @param {Picture} picture @param {number} side */
function winningRow({ win, stones, size, quarters }, side) {
  const from = middle(win[0], size, quarters);
  const to = middle(win[win.length - 1], size, quarters);
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const capsule = { x: -20, y: -20, width: length + 40, height: 40, rx: 20 };
  return s(
    "g",
    { key: "win", class: "win" },
    s("rect", { class: "fade", width: side, height: side }),
    s(
      "g",
      { transform: `translate(${from.x} ${from.y}) rotate(${angle})` },
      s("rect", { class: "capsule-fill", ...capsule }),
      s("rect", { class: "capsule", ...capsule }),
    ),
    win.map((point, index) => {
      const { x, y } = middle(point, size, quarters);
      const colour = stones.find((other) => other.point === point)?.colour ?? "black";
      return s(
        "g",
        { class: `win-stone win-${Math.min(index + 1, 9)}` },
        stone(x, y, colour),
        s("text", { class: `num win-${colour}`, x, y }, String(index + 1)),
      );
    }),
  );
}

/** What lies over the stones. @param {Picture} picture */
function marks(picture) {
  const { size, quarters } = picture;
  /** @param {string} point */
  const at = (point) => middle(point, size, quarters);
  return s(
    "g",
    { key: "marks" },
    picture.threats.map(({ points, strong }) => threat(points.map(at), strong)),
    picture.ghosts.map(({ point, colour, text }) => {
      const { x, y } = at(point);
      return s("g", { class: "ghost" }, stone(x, y, colour), text && numeral(x, y, colour, text, false));
    }),
    picture.aim && s("g", { class: "ghost" }, stone(at(picture.aim.point).x, at(picture.aim.point).y, picture.aim.colour)),
    picture.candidates.map(({ point, text, best }) => candidate(at(point), text, best)),
    picture.reasons.map((reason, index) => reasonLines(reason, index, at, picture.questioned ?? "")),
    picture.questioned && questioned(at(picture.questioned)),
    picture.forbidden.map((point) => cross(at(point))),
    picture.labels.map(({ point, text }) => {
      const { x, y } = at(point);
      return s("g", null, s("circle", { class: "patch", cx: x, cy: y, r: 12 }), s("text", { class: "patch-t", x, y }, text));
    }),
  );
}

/** @typedef {{ x: number, y: number }} Place */

/** @param {Place} place */
function cross({ x, y }) {
  return s("path", { class: "cross", d: `M${x - 8.5} ${y - 8.5}l17 17m0 -17l-17 17` });
}

/** @param {Place} place */
function questioned({ x, y }) {
  return s("rect", { class: "focus-sq", x: x - 19, y: y - 19, width: 38, height: 38, rx: 6 });
}

/** @param {Place} place @param {string} text @param {boolean} best */
function candidate({ x, y }, text, best) {
  const name = best ? "best-t" : "patch-t";
  return s(
    "g",
    null,
    s("circle", { class: best ? "best" : "patch", cx: x, cy: y, r: best ? 17 : 15.5 }),
    best && s("circle", { class: "halo", cx: x, cy: y, r: 20.5 }),
    s("text", { class: text.length > 2 ? `${name} num-3` : name, x, y }, text),
  );
}

/** A capsule around the stones of a threat. @param {Place[]} places @param {boolean} strong */
function threat(places, strong) {
  const from = places[0];
  const to = places[places.length - 1];
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return s(
    "g",
    { transform: `translate(${from.x} ${from.y}) rotate(${angle})` },
    s("rect", { class: strong ? "threat strong" : "threat", x: -20, y: -20, width: length + 40, height: 40, rx: 20 }),
  );
}

/**
 * A line through the stones of one three or four, its number, and what would follow.
 * @param {Reason} reason @param {number} index @param {(point: string) => Place} at
 * @param {string} questioned where the number must not lie
 */
function reasonLines({ stones, follow }, index, at, questioned) {
  const from = at(stones[0]);
  const to = at(stones[stones.length - 1]);
  const line = `M${from.x} ${from.y}L${to.x} ${to.y}`;
  const [end, back] = stones[0] === questioned ? [to, from] : [from, to];
  const length = Math.hypot(end.x - back.x, end.y - back.y) || 1;
  // Outwards from the far end, where no stone of the row lies.
  const tag = { x: end.x + ((end.x - back.x) * 25) / length, y: end.y + ((end.y - back.y) * 25) / length };
  return s(
    "g",
    null,
    s("path", { class: "casing", d: line }),
    s("path", { class: "three", d: line }),
    follow.map((point) => s("circle", { class: "follow", cx: at(point).x, cy: at(point).y, r: 10 })),
    s("circle", { class: "tag", cx: tag.x, cy: tag.y, r: 10 }),
    s("text", { class: "tag-t", x: tag.x, y: tag.y }, String(index + 1)),
  );
}

/**
 * A small stone beside a name.
 * @param {Colour | "half" | null} colour `null`: not chosen yet
 * @param {string} [text]
 */
export function stoneIcon(colour, text) {
  const shape =
    colour === null
      ? s("circle", { class: "nobody", cx: 20, cy: 20, r: 18 })
      : s("circle", { class: colour === "black" ? "stone-black" : "stone-white", cx: 20, cy: 20, r: STONE });
  const name = colour === "black" ? "num num-b" : colour === "white" ? "num num-w" : "num num-none";
  return s(
    "svg",
    { class: "stone", viewBox: "0 0 40 40", "aria-hidden": "true" },
    shape,
    colour === "half" && s("path", { class: "half-black", d: "M20 1.6a18.4 18.4 0 0 0 0 36.8z" }),
    text && s("text", { class: name, x: 20, y: 20 }, text),
  );
}

/**
 * A cut-out of the board around some stones, for explanations.
 * @param {{ size: number, stones: { point: string, colour: Colour }[], reason: Reason, ghost: string, label: string }} figure
 */
export function figure({ size, stones, reason, ghost, label }) {
  const all = [...reason.stones, ...reason.follow].map((point) => middle(point, size, 0));
  const middleOf = (/** @type {number[]} */ list) => (Math.min(...list) + Math.max(...list)) / 2;
  const x0 = middleOf(all.map(({ x }) => x)) - 124;
  const y0 = middleOf(all.map(({ y }) => y)) - 104;
  const box = { x: x0, y: y0, width: 248, height: 208 };
  let lines = "";
  for (let line = 1; line <= size; line++) {
    lines += `M${CELL} ${line * CELL}H${size * CELL}M${line * CELL} ${CELL}V${size * CELL}`;
  }
  const named = new Set(reason.stones);
  return s(
    "svg",
    { class: "cutout", viewBox: `${x0} ${y0} 248 208`, role: "img", "aria-label": label },
    s("rect", { class: "wood", ...box }),
    s("path", { class: "grid", d: lines }),
    stones
      .filter(({ point }) => named.has(point) && point !== ghost)
      .map(({ point, colour }) => {
        const { x, y } = middle(point, size, 0);
        return stone(x, y, colour);
      }),
    s("g", { class: "ghost" }, stone(middle(ghost, size, 0).x, middle(ghost, size, 0).y, "black")),
    reasonLines(reason, 0, (point) => middle(point, size, 0), ghost).children.slice(0, -2),
  );
}

/** The gradients that every board and stone uses; once in the page. */
export function gradients() {
  /** @param {string} id @param {number} width @param {[number, number][]} stops */
  const grain = (id, width, stops) =>
    s(
      "linearGradient",
      { id, gradientUnits: "userSpaceOnUse", x1: 0, y1: 0, x2: width, y2: 0, spreadMethod: "repeat" },
      stops.map(([offset, opacity]) => s("stop", { class: "g-grain", offset, "stop-opacity": opacity })),
    );
  /** @param {string} id @param {number} r @param {[number, string][]} stops */
  const ball = (id, r, stops) =>
    s(
      "radialGradient",
      { id, cx: 0.36, cy: 0.3, r },
      stops.map(([offset, name]) => s("stop", { offset, class: name })),
    );
  return s(
    "defs",
    null,
    s(
      "linearGradient",
      { id: "wood", x1: 0, y1: 0, x2: 0, y2: 1 },
      s("stop", { offset: 0, class: "g-wood-1" }),
      s("stop", { offset: 1, class: "g-wood-2" }),
    ),
    // Three straight grains with unequal periods, so that no pattern repeats on the board.
    grain("grain-a", 61, [[0, 0], [0.22, 0.085], [0.3, 0.02], [0.58, 0.07], [0.64, 0], [1, 0]]),
    grain("grain-b", 17.3, [[0, 0], [0.5, 0.06], [0.62, 0], [1, 0]]),
    grain("grain-c", 223, [[0, 0], [0.35, 0.12], [0.52, 0.03], [0.8, 0.09], [1, 0]]),
    ball("ball-black", 0.78, [[0, "g-black-1"], [0.42, "g-black-2"], [1, "g-black-3"]]),
    ball("ball-white", 0.82, [[0, "g-white-1"], [0.55, "g-white-2"], [1, "g-white-3"]]),
    s(
      "radialGradient",
      { id: "shade" },
      s("stop", { class: "g-shade", offset: 0.62, "stop-opacity": 0.5 }),
      s("stop", { class: "g-shade", offset: 0.84, "stop-opacity": 0.2 }),
      s("stop", { class: "g-shade", offset: 1, "stop-opacity": 0 }),
    ),
  );
}

/**
 * The points as buttons over the picture: for keys, for screen readers, for tests.
 * @param {{ size: number, quarters: number, focused: string, label: string, disabled: boolean }} grid
 * @param {(point: string) => string} describe
 */
export function pointButtons({ size, quarters, focused, label, disabled }, describe) {
  const rows = [];
  for (let row = 0; row < size; row++) {
    const cells = [];
    for (let col = 0; col < size; col++) {
      const point = pointAt({ col, row }, size, quarters);
      cells.push(
        h(
          "div",
          { role: "gridcell" },
          h("button", {
            type: "button",
            "data-point": point,
            id: `point-${point}`,
            tabindex: point === focused ? 0 : -1,
            "aria-disabled": disabled ? "true" : undefined,
            "aria-label": describe(point),
          }),
        ),
      );
    }
    rows.push(h("div", { role: "row" }, cells));
  }
  return h(
    "div",
    {
      class: "points",
      role: "grid",
      "aria-label": label,
      style: { "--lines": String(size), "--inset": `${50 / (size + 1)}%` },
    },
    rows,
  );
}
