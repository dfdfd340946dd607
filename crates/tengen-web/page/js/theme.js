// Runs before the first paint, as a plain script: the page never flashes in the wrong
// theme. The same choice is made again by preferences.js whenever a setting changes.
(() => {
  /** @type {{ theme?: string, contrast?: boolean }} */
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("tengen.preferences") ?? "{}") ?? {};
  } catch {
    // Storage may be forbidden or hold something else: then the system decides.
  }
  const system = (/** @type {string} */ query) => matchMedia(query).matches;
  const root = document.documentElement;
  const theme = kept.theme === "light" || kept.theme === "dark" ? kept.theme : null;
  root.dataset.theme = theme ?? (system("(prefers-color-scheme: dark)") ? "dark" : "light");
  if (kept.contrast === true || system("(prefers-contrast: more)")) root.dataset.contrast = "more";
})();
