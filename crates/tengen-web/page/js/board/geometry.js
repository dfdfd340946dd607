// Where a point lies on the drawn board, and which point lies at a place.
//
// One cell is 40 units, and so is the margin: a board of n lines is (n + 1) * 40 wide.
// Points are named as people name them: column letter, then row number from the bottom.

export const CELL = 40;

/** @typedef {{ col: number, row: number }} Spot Column from the left, row from the top. */

/** The side of the picture in units. @param {number} size */
export function extent(size) {
  return (size + 1) * CELL;
}

/** The column and row (from the bottom) of a name such as `H8`. @param {string} point */
export function parse(point) {
  return { col: point.toUpperCase().charCodeAt(0) - 65, row: Number(point.slice(1)) - 1 };
}

/** The name of a point by column and row from the bottom. @param {number} col @param {number} row */
export function pointName(col, row) {
  return String.fromCharCode(65 + col) + (row + 1);
}

/**
 * Where a point is drawn on a board turned by quarters of a circle.
 * @param {string} point @param {number} size @param {number} quarters
 * @returns {Spot}
 */
export function spotOf(point, size, quarters) {
  const { col, row } = parse(point);
  let spot = { col, row: size - 1 - row };
  for (let i = 0; i < quarters; i++) spot = { col: size - 1 - spot.row, row: spot.col };
  return spot;
}

/**
 * The point drawn at a spot.
 * @param {Spot} spot @param {number} size @param {number} quarters
 */
export function pointAt(spot, size, quarters) {
  let { col, row } = spot;
  for (let i = 0; i < quarters; i++) [col, row] = [row, size - 1 - col];
  return pointName(col, size - 1 - row);
}

/**
 * The middle of a point in units.
 * @param {string} point @param {number} size @param {number} quarters
 */
export function middle(point, size, quarters) {
  const { col, row } = spotOf(point, size, quarters);
  return { x: (col + 1) * CELL, y: (row + 1) * CELL };
}

/**
 * The point nearest to a place, given in parts of the board's side; always one, so that
 * no click on the board falls between two points.
 * @param {number} x @param {number} y @param {number} size @param {number} quarters
 */
export function nearest(x, y, size, quarters) {
  /** @param {number} part */
  const line = (part) => {
    const index = Math.round((part * extent(size)) / CELL) - 1;
    return Math.min(size - 1, Math.max(0, index));
  };
  return pointAt({ col: line(x), row: line(y) }, size, quarters);
}

/** The point in the middle, or next to it. @param {number} size */
export function middlePoint(size) {
  const line = Math.floor(size / 2);
  return pointName(line, line);
}

/** The reference points of a board. @param {number} size */
export function stars(size) {
  const centre = (size - 1) / 2;
  const edge = size >= 13 ? 3 : 2;
  if (size < 9) return Number.isInteger(centre) ? [pointName(centre, centre)] : [];
  const lines = [edge, size - 1 - edge];
  const points = lines.flatMap((col) => lines.map((row) => pointName(col, row)));
  if (Number.isInteger(centre)) points.push(pointName(centre, centre));
  if (size >= 19 && Number.isInteger(centre)) {
    for (const line of lines) points.push(pointName(centre, line), pointName(line, centre));
  }
  return points;
}

/**
 * The points that a person wrote one after another, with or without separators and move
 * numbers, and the first piece of the text that is neither or is off the board.
 * @param {string} text @param {number} size
 */
export function readLine(text, size) {
  const point = /[A-Z]\d+/g;
  const upper = text.toUpperCase();
  const pieces = upper.replace(point, " ").split(/[\s,;，；、。–—-]+|\d+\./).filter(Boolean);
  const moves = upper.match(point) ?? [];
  const outside = moves.find((name) => {
    const { col, row } = parse(name);
    return col >= size || row < 0 || row >= size;
  });
  return { moves, rest: (pieces[0] ?? outside ?? "").slice(0, 24) };
}
