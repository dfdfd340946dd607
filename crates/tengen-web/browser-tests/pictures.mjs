// Takes the pictures of the README from the running program: `cargo xtask pictures`.

import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { writePng } from "./png.mjs";
import { Person, decentMove, startBrowser, startServer } from "./harness.mjs";

const folder = fileURLToPath(new URL("../../../docs/pictures/", import.meta.url));
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
/** A game worth looking at: Black wins by fours from here. */
const GAME = "h8i9g10i8i7g9f9i11h11i12i10h10e8d7f8f7j9j12k13g12h12d8";

await mkdir(folder, { recursive: true });
const server = await startServer();
const browser = await startBrowser();

/** @param {string} name @param {object} context @param {(person: Person) => Promise<void>} prepare */
async function picture(name, context, prepare) {
  const profile = await browser.newContext({ locale: "en-GB", reducedMotion: "reduce", ...context });
  const person = new Person(await profile.newPage(), server.address);
  await person.open();
  await prepare(person);
  const screenshot = await person.page.screenshot({ animations: "disabled" });
  await writeFile(`${folder}${name}.png`, await calm(person.page, screenshot));
  console.log(`docs/pictures/${name}.png`);
  await profile.close();
}

/**
 * The same picture in fewer colours: the browser dithers the wood, and noise does not pack.
 * @param {import("playwright-core").Page} page @param {Buffer} png
 */
async function calm(page, png) {
  const { rgb, width, height } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const brush = new OffscreenCanvas(image.width, image.height).getContext("2d");
    brush.drawImage(image, 0, 0);
    const { data } = brush.getImageData(0, 0, image.width, image.height);
    let text = "";
    data.forEach((value, index) => {
      if (index % 4 < 3) text += String.fromCharCode(Math.min(255, Math.round(value / 3) * 3));
    });
    return { rgb: btoa(text), width: image.width, height: image.height };
  }, png.toString("base64"));
  return writePng(Buffer.from(rgb, "base64"), width, height);
}

/** Some moves against a level, so that the board looks like a game. @param {Person} person @param {number} moves */
async function playSome(person, moves) {
  for (let move = 0; move < moves && (await person.turn()) === "turn"; move++) {
    const stones = await person.stones();
    const point = decentMove(stones, "black");
    await person.point(point).evaluate((button) => button.click());
    const anyway = person.page.locator("[data-name=confirm]");
    if (await anyway.count()) await anyway.click();
    await person.sees(point, /black/);
  }
  await person.turn();
  await person.page.mouse.move(2, 2);
}

/** @param {Person} person */
async function analyse(person) {
  await person.page.evaluate((moves) => {
    const data = new DataTransfer();
    data.setData("text/plain", moves);
    document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  }, GAME);
  await person.hasStones(22);
  await person.named("review").click();
  await person.page.waitForFunction(() => /Stop/.test(document.querySelector("[data-name=review]")?.textContent ?? ""));
  await person.page.waitForFunction(() => !/Stop/.test(document.querySelector("[data-name=review]")?.textContent ?? ""), undefined, { timeout: 300_000 });
  await person.page.keyboard.press("End");
  await person.named("engine").click();
  // Deep enough for lines that are worth reading.
  await person.named("figures").filter({ hasText: /depth ([7-9]|\d\d)/ }).waitFor({ timeout: 300_000 });
  await person.page.waitForFunction(() => document.querySelectorAll("button.line").length >= 3);
}

await picture("play-light", { ...DESKTOP, colorScheme: "light" }, async (person) => {
  await person.newGame({ level: "level-5", clock: "5+3" });
  await playSome(person, 10);
});
await picture("play-dark", { ...DESKTOP, colorScheme: "dark" }, async (person) => {
  await person.newGame({ way: "person", rule: "renju" });
  for (const point of ["F8", "A1", "G8", "O1", "H6", "A15", "H7", "O15"]) {
    await person.place(point);
    await person.sees(point, /black|white/);
  }
  await person.point("H8").hover();
  await person.named("why").waitFor();
});
await picture("phone", { ...PHONE, colorScheme: "light" }, async (person) => {
  await person.newGame({ level: "level-4" });
  await playSome(person, 7);
});
await picture("analysis", { ...DESKTOP, colorScheme: "dark" }, analyse);

await browser.close();
await server.stop();
