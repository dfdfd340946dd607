// Every opening protocol against a program, from both chairs, to the first ordinary move.

import assert from "node:assert/strict";
import test from "node:test";
import { isAccessible, withBoth } from "./harness.mjs";

const visit = withBoth(test);

/** From the centre outwards: the first free one lies in the square that a protocol asks for. */
const STONES = ["H8", "H9", "I9", "G7", "I10", "G10", "J9", "F7", "K6", "E9", "E10", "K11"];
/** One eighth of the board: the four stones may have an axis elsewhere, so there are some to spare. */
const FIFTHS = ["J9", "K9", "K10", "L9", "L10", "L11", "M9", "M10", "M11", "M12", "N9", "N10", "N11", "N12", "O9", "O10", "O11", "O12", "O13"];

/** How the page calls the protocols. */
const TITLES = { swap1: "Swap1", swap: "Swap", swap2: "Swap2", soosyrv8: "Soosyrv-8", taraguchi10: "Taraguchi-10" };

/**
 * What is asked of the person now. A setup is remembered, so a new page begins with the
 * opening of the test before: only steps of this test's own count.
 * @param {import("./harness.mjs").Person} person @param {string} opening
 */
async function asked(person, opening) {
  const handle = await person.page.waitForFunction((title) => {
    const choices = document.querySelector("[data-name=choices]");
    const step = document.querySelector("[data-name=opening-step]");
    const shown = (choices?.querySelector(".intro .t") ?? step?.querySelector("h2"))?.textContent;
    if (shown !== undefined && shown !== title) return false;
    if (choices) return { choices: [...choices.querySelectorAll("button")].map((it) => it.dataset.act ?? it.textContent), text: choices.textContent };
    if (!document.querySelector("#board.can-place")) return false;
    return { choices: [], text: step?.textContent ?? "" };
  }, TITLES[opening]);
  return handle.jsonValue();
}

/** Chooses, and waits until the page has told that this person did. @param {import("./harness.mjs").Person} person @param {string[]} choices @param {string[]} wishes */
async function choose(person, choices, wishes) {
  const countOwn = () => globalThis.said.split(/You (?:keep|swap|take|add|ask|offer)/).length;
  const before = await person.page.evaluate(countOwn);
  const wish = wishes.find((act) => choices.includes(act)) ?? choices[0];
  await person.named("choices").locator("button").nth(choices.indexOf(wish)).click();
  await person.page.waitForFunction((count) => globalThis.said.split(/You (?:keep|swap|take|add|ask|offer)/).length > count, before);
}

/**
 * Places, offers or picks, and waits until the board shows it, or the page has refused it.
 * @param {import("./harness.mjs").Person} person @param {string} task
 * @param {Set<string>} tried points that were offered, welcome or not
 */
async function place(person, task, tried) {
  const labels = await person.page.$$eval("[data-point]", (points) => points.map((point) => point.getAttribute("aria-label")));
  const isFree = (point) => labels.some((label) => label === `${point}, empty`);
  const isPick = /Pick one/.test(task);
  const isOffer = /Offer a point/.test(task);
  const offered = labels.find((label) => label.endsWith("offered"))?.split(",")[0];
  const point = isPick ? offered : (isOffer ? FIFTHS : STONES).find((it) => isFree(it) && !tried.has(it));
  if (isOffer) tried.add(point);
  await person.place(point);
  if (!isOffer) return person.sees(point, /black|white/);
  // The last offer is answered at once, and then nothing is shown as offered any more.
  await person.isTold(new RegExp(`${point} is (offered|the same as)`));
}

/**
 * Goes through an opening; the steps that the person was asked for.
 * @param {import("./harness.mjs").Person} person @param {string} opening
 * @param {string[]} wishes what to choose where it can be
 */
async function goThrough(person, opening, wishes) {
  const steps = [];
  const tried = new Set();
  for (;;) {
    const step = await asked(person, opening);
    if (step.text === "") return steps;
    steps.push(step);
    assert.ok(steps.length < 30, "an opening ends");
    if (step.choices.length > 0) await choose(person, step.choices, wishes);
    else await place(person, step.text, tried);
  }
}

/** Nobody's colour is open any more, and the bar says whose is whose. */
async function isSettled(person) {
  await person.hears(/^Your turn\. You are (Black|White)\./);
  assert.doesNotMatch(await person.page.locator(".player.you").innerText(), /not chosen|so far|opening/);
}

for (const opening of ["swap1", "swap", "swap2"]) {
  test(`${opening}: the person opens, the program answers`, () =>
    visit(async (person) => {
      await person.newGame({ level: "level-3", opening });
      await person.isTold(/New game\. You place the opening\./);
      const steps = await goThrough(person, opening, ["black"]);
      assert.match(steps[0].text, /^Swap[12]?Place a black stone anywhere\.\w+ stones? (is|are) placed; then the other player/);
      await person.isTold({ swap1: /Level 3 (swaps|keeps) the colours\./, swap: /Level 3 takes (Black|White)\./, swap2: /Level 3 (takes (Black|White)|adds two stones; then you choose)\./ }[opening]);
      await isSettled(person);
    }));
}

for (const [opening, wish, told] of [
  ["swap1", "swap", /You swap the colours\./],
  ["swap", "black", /You take Black\./],
  ["swap2", "white", /You take White\./],
]) {
  test(`${opening}: the program opens, the person answers`, () =>
    visit(async (person) => {
      await person.newGame({ level: "level-3", opening, colour: "white" });
      await person.isTold(/New game\. Level 3 places the opening, you answer\./);
      const [step, ...others] = await goThrough(person, opening, [wish]);
      assert.deepEqual(others, []);
      assert.ok(step.choices.length >= 2);
      await person.isTold(told);
      await isSettled(person);
    }));
}

for (const colour of ["black", "white"]) {
  test(`soosyrv-8 as the ${colour === "black" ? "first" : "second"} player`, () =>
    visit(async (person) => {
      await person.newGame({ level: "level-3", rule: "renju", opening: "soosyrv8", colour });
      const first = await asked(person, "soosyrv8");
      await isAccessible(person, "a step of an opening");
      // Whoever becomes White says a number, and somebody offers so many points.
      const steps = await goThrough(person, "soosyrv8", ["keep", "3"]);
      assert.deepEqual(steps[0], first);
      await person.isTold(/(You ask|Level 3 asks) for (3|one|\d) fifth stones?\./);
      const [declared] = steps.filter(({ text }) => /How many fifth stones/.test(text));
      if (declared) assert.match(declared.text, /a larger number suits White/);
      assert.ok(steps.some(({ text }) => /Pick one of the points|Offer a point/.test(text)));
      await person.isTold(/(You pick|Level 3 picks) \w+\./);
      await isSettled(person);
    }));

  test(`taraguchi-10 as the ${colour === "black" ? "first" : "second"} player, offering ten where it can be`, () =>
    visit(async (person) => {
      await person.newGame({ level: "level-3", rule: "renju", opening: "taraguchi10", colour });
      const steps = await goThrough(person, "taraguchi10", ["offer-ten", "keep"]);
      assert.ok(steps.some(({ choices }) => choices.includes("swap")), "swaps are asked for");
      const left = new Set(steps.flatMap(({ text }) => text.match(/(\d+) to go/)?.[1] ?? []));
      const wasAsked = steps.some(({ choices }) => choices.includes("offer-ten"));
      assert.equal(left.size, wasAsked ? 10 : 0, "ten are offered, one after the other");
      await isSettled(person);
    }));
}

test("colours are shown as they stand while they can still be swapped", () =>
  visit(async (person) => {
    await person.newGame({ level: "level-3", rule: "renju", opening: "soosyrv8", colour: "white" });
    await asked(person, "soosyrv8");
    assert.match(await person.page.locator(".player.you").innerText(), /White so far[^]*Answers the opening/);
    await person.named("choices").locator("[data-act=swap]").click();
    await person.page.waitForFunction(() => /Black so far/.test(document.querySelector(".player.you")?.textContent ?? ""));
  }));

test("two people at one screen are not called by colours that may change", () =>
  visit(async (person) => {
    await person.newGame({ way: "person", opening: "swap2" });
    const you = person.page.locator(".player.you").filter({ hasText: "First player" });
    await you.waitFor();
    assert.match(await you.innerText(), /First player[^]*Side not chosen[^]*Places the opening/);
    for (const point of ["H8", "H9", "J7"]) {
      await person.place(point);
      await person.sees(point, /black|white/);
    }
    await person.named("choices").locator("[data-act=black]").click();
    await person.isTold(/Black is taken\./);
    await person.hears(/White to move\./);
  }));
