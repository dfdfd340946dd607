// What a person has chosen about the page itself, kept in this browser.

/**
 * @typedef {object} Preferences
 * @property {"en" | "zh"} language
 * @property {"system" | "light" | "dark"} theme
 * @property {boolean} contrast more contrast than the system asks for
 * @property {boolean} sound
 * @property {boolean} coordinates
 * @property {boolean} numbers
 * @property {boolean} threats
 * @property {boolean} forbidden show forbidden points
 * @property {"touch" | "always" | "never"} confirm when a stone waits for a second tap
 */

const PLACE = "tengen.preferences";

/** @returns {Preferences} */
function defaults() {
  return {
    language: navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en",
    theme: "system",
    contrast: false,
    sound: true,
    coordinates: true,
    numbers: false,
    threats: false,
    forbidden: true,
    confirm: "touch",
  };
}

/**
 * Reads something that this page wrote; anything else counts as nothing.
 * @param {string} place
 * @returns {Record<string, unknown>}
 */
export function readKept(place) {
  try {
    const value = JSON.parse(localStorage.getItem(place) ?? "null");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** @param {string} place @param {unknown} value */
export function keep(place, value) {
  try {
    localStorage.setItem(place, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** @returns {Preferences} */
export function readPreferences() {
  const wanted = /** @type {any} */ (defaults());
  const kept = readKept(PLACE);
  for (const name of Object.keys(wanted)) {
    if (typeof kept[name] === typeof wanted[name]) wanted[name] = kept[name];
  }
  if (!["en", "zh"].includes(wanted.language)) wanted.language = "en";
  return wanted;
}

/** @param {Preferences} preferences */
export function keepPreferences(preferences) {
  keep(PLACE, preferences);
}

/** Puts theme, contrast and language on the page's root. @param {Preferences} preferences */
export function applyPreferences({ theme, contrast, language }) {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = theme === "system" ? (dark ? "dark" : "light") : theme;
  if (contrast || matchMedia("(prefers-contrast: more)").matches) root.dataset.contrast = "more";
  else delete root.dataset.contrast;
  root.lang = language === "zh" ? "zh-CN" : "en";
}
