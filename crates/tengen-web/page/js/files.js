// Files out of and into the page.

/** @typedef {import("./messages.js").Text} Text */

/** What the server takes at most. */
const MOST_FILE_BYTES = 4 << 20;

/** Offers a text as a file. @param {string} text @param {string} name */
export function downloadText(text, name) {
  const type = name.endsWith(".svg") ? "image/svg+xml" : "text/plain";
  download(new Blob([text], { type: `${type};charset=utf-8` }), name);
}

/** @param {Blob} blob @param {string} name */
function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * Draws a picture and offers it as PNG. Its letters are paths, so that it looks the same
 * everywhere.
 * @param {string} svg @param {string} name
 */
export async function pngOf(svg, name) {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = Math.max(1, Math.ceil(1200 / Math.max(image.width, 1)));
    const canvas = document.createElement("canvas");
    canvas.width = image.width * scale;
    canvas.height = image.height * scale;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    if (blob) download(blob, name);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Why a file need not be sent at all. @param {File} file @returns {Text | null} */
export function tooLarge(file) {
  return file.size > MOST_FILE_BYTES ? { key: "error.too_large", args: { n: MOST_FILE_BYTES >> 20 } } : null;
}

/**
 * Sends a file as it is, because its encoding is the server's to find out.
 * @param {File} file @param {string} room @param {number} index which of several games
 * @returns {Promise<Text | null>} why it was refused
 */
export async function postFile(file, room, index) {
  const headers = { "Content-Type": "application/octet-stream", "X-Tengen": "1", "X-Tengen-Room": room, "X-Tengen-Index": String(index) };
  try {
    const answer = await fetch("api/open", { method: "POST", headers, body: file });
    const told = await answer.json();
    return told.type === "error" ? told.text : null;
  } catch {
    // No connection, or an answer that is none of the server's.
    return { key: "error.not_sent" };
  }
}

/**
 * Exchanges a token for a cookie; without one, a browser on this machine is a host.
 * @param {string} token
 * @returns {Promise<{ room: string | null } | { trouble: Text }>}
 */
export async function enter(token) {
  const answer = await fetch("api/enter", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Tengen": "1" },
    body: JSON.stringify({ token }),
  });
  const told = await answer.json();
  return told.type === "error" ? { trouble: told.text } : { room: told.room };
}
