// Every sentence of the page, by key. Two language files hold them; a test proves that
// both hold the same keys with the same slots.

/** @typedef {Record<string, string | number>} Args */

/** @type {Record<string, Record<string, string>>} */
const tables = {};
let current = "en";

/** Loads a language if it is not there yet, and speaks it from now on. @param {string} language */
export async function speak(language) {
  if (!tables[language]) {
    const answer = await fetch(`i18n/${language}.json`);
    tables[language] = await answer.json();
  }
  current = language;
}

/** Whether there is a sentence for a key. @param {string} key */
export function has(key) {
  return tables[current]?.[key] !== undefined;
}

/**
 * The sentence for a key, its `{slots}` filled. With `n` of 1, `key.one` goes first.
 * @param {string} key
 * @param {Args} [args]
 */
export function t(key, args) {
  const table = tables[current] ?? {};
  const text = (args?.n === 1 ? table[`${key}.one`] : undefined) ?? table[key];
  if (text === undefined) {
    console.error(`no sentence for ${key} in ${current}`);
    return key;
  }
  return text.replace(/\{(\w+)\}/g, (slot, name) => String(args?.[name] ?? slot));
}

/** A number as the language writes it. @param {number} number */
export function figure(number) {
  return new Intl.NumberFormat(current === "zh" ? "zh-CN" : "en").format(number);
}

/** A moment as the language writes it. @param {number} milliseconds since 1970 */
export function moment(milliseconds) {
  const language = current === "zh" ? "zh-CN" : "en";
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(milliseconds);
}
