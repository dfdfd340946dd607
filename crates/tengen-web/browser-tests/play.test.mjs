// Playing: whole games, taking back, reloading, forbidden points, an opening protocol.

import assert from "node:assert/strict";
import test from "node:test";
import { decentMove, isAccessible, withBoth } from "./harness.mjs";

const visit = withBoth(test);

test("the first stone needs no dialog", () =>
  visit(async (person) => {
    await person.hears(/^You are Black\. Click any point\./);
    assert.equal(await person.page.locator("#sheet[open]").count(), 0);
    await isAccessible(person, "the first board");
    await person.place("H8");
    await person.sees("H8", /black/);
    await person.hasStones(2);
    await person.hears(/Your turn/);
  }));

test("a click between points takes the nearest", () =>
  visit(async (person) => {
    await person.newGame({ level: "level-3" });
    const box = await person.page.locator("#board").boundingBox();
    const cell = box.width / 16;
    // A third of a cell off D4, and one in the margin left of A8.
    await person.page.mouse.click(box.x + 4.3 * cell, box.y + 11.7 * cell);
    await person.sees("D4", /black/);
    await person.hasStones(2);
    const stones = await person.stones();
    if (!stones.A8) {
      await person.turn();
      await person.page.mouse.click(box.x + 2, box.y + 8 * cell);
      await person.sees("A8", /black/);
    }
  }));

test("a whole game against a level ends with a sentence, a result and the five lit up", () =>
  visit(async (person) => {
    await person.newGame({ level: "level-1" });
    await person.page.locator("[data-name=warn][aria-checked=true]").click();
    assert.equal(await person.named("adaptive").getAttribute("aria-disabled"), null, "open before the first stone");
    let stones = {};
    for (let moves = 0; (await person.turn()) === "turn"; moves++) {
      assert.ok(moves < 113, "the board has no more points");
      stones = await person.stones();
      if (moves === 1) assert.equal(await person.named("adaptive").getAttribute("aria-disabled"), "true", "locked while a game runs");
      const point = decentMove(stones, "black");
      await person.place(point);
      await person.sees(point, /black/);
    }
    assert.match(await person.status(), /^(You win|White wins): (five|an overline) (in a row|in a column|on a diagonal), \w+ to \w+\.|^Draw/);
    assert.ok((await person.page.locator(".win-stone").count()) >= 5, "the five is lit up");
    assert.equal(await person.page.locator(".win-1 text").textContent(), "1");
    await isAccessible(person, "a finished game");
    await person.named("swap").click();
    await person.page.waitForSelector("[data-name=result]", { state: "detached" });
    await person.page.waitForFunction(() => /White/.test(document.querySelector(".player.you")?.textContent ?? ""));
  }));

test("the same refusal twice is said twice", () =>
  visit(async (person) => {
    const sayings = (/** @type {number} */ count) =>
      person.page.waitForFunction((wanted) => globalThis.said.split("This could not be read").length > wanted, count);
    await person.paste("neither a game nor a position");
    await sayings(1);
    await person.paste("neither a game nor a position");
    await sayings(2);
  }));

test("undo while the program thinks takes the stone back and stops it", () =>
  visit(async (person) => {
    await person.newGame({ level: "master", clock: "move30" });
    await person.place("H8");
    await person.hears(/thinking/);
    await person.action("undo");
    await person.hasStones(0);
    await person.hears(/You are Black/);
    assert.equal(await person.named("move-now").count(), 0, "nobody thinks any more");
    await person.place("G7");
    await person.hears(/thinking/);
    await person.named("move-now").click();
    await person.hasStones(2);
    await person.action("undo");
    await person.hasStones(0);
    await person.action("redo");
    await person.hasStones(2);
  }));

test("a reload in mid-game loses nothing", () =>
  visit(async (person) => {
    await person.newGame({ level: "level-2", colour: "black" });
    await person.place("H8");
    await person.hasStones(2);
    await person.turn();
    await person.place(await person.free("G9", "C3"));
    await person.hasStones(4);
    const before = await person.stones();
    await person.page.reload();
    await person.hasStones(4);
    assert.deepEqual(await person.stones(), before);
    await person.turn();
    assert.equal(await person.page.locator(".moves li").count(), 4);
  }));

test("a forbidden point says why, on hover and on focus, and takes no stone", () =>
  visit(async (person) => {
    await person.newGame({ way: "person", rule: "renju" });
    for (const point of ["F8", "A1", "G8", "O1", "H6", "A15", "H7", "O15"]) {
      await person.place(point);
      await person.sees(point, /black|white/);
    }
    await person.sees("H8", /H8, empty, forbidden: double three/);
    await person.point("H8").hover();
    const why = person.named("why");
    await why.waitFor();
    assert.match(await why.innerText(), /H8 is forbidden: double three/);
    assert.equal(await why.locator(".cutout").count(), 2, "each three has its picture");
    await isAccessible(person, "the reason of a forbidden point");
    await person.place("H8");
    await person.hears(/H8/);
    assert.equal((await person.stones()).H8, undefined);
    await person.page.mouse.move(5, 5);
    await why.waitFor({ state: "detached" });
    // The click left the focus on H8: one step away and back by key.
    await person.page.keyboard.press("ArrowRight");
    await person.page.keyboard.press("ArrowLeft");
    await why.waitFor();
  }));

test("swap2 against the computer, each choice with its meaning", () =>
  visit(async (person) => {
    await person.newGame({ level: "level-3", opening: "swap2", colour: "white" });
    await person.hasStones(3);
    const choices = person.named("choices");
    await choices.waitFor();
    assert.equal(await choices.locator(".choice").count(), 3);
    assert.match(await choices.innerText(), /Place two more[\s\S]*your opponent then chooses/);
    await isAccessible(person, "the choices of swap2");
    await choices.locator("[data-act=add-two]").click();
    await person.hears(/white stone/);
    await person.turn();
    const fourth = await person.free("C13", "C12", "C11", "C10");
    await person.place(fourth);
    await person.sees(fourth, /white/);
    await person.turn();
    const fifth = await person.free("D13", "D12", "D11", "D10");
    await person.place(fifth);
    await person.sees(fifth, /black/);
    // The other player takes a side; then the game goes on with whoever is White.
    await person.page.waitForFunction(() => !/Side not chosen/.test(document.body.innerText));
    await person.turn();
    await person.hears(/Your turn/);
  }));

test("a hint comes in steps and the board shows it", () =>
  visit(async (person) => {
    await person.newGame({ way: "person" });
    for (const point of ["H8", "A1", "H9", "C1", "H10", "E1", "H11", "G1"]) {
      await person.place(point);
      await person.sees(point, /black|white/);
    }
    await person.action("hint");
    const hint = person.named("hint");
    await hint.waitFor();
    for (let step = 0; step < 5 && (await hint.getByRole("button").count()) > 0; step++) {
      const before = await hint.innerText();
      await hint.getByRole("button").click();
      await person.page.waitForFunction((text) => document.querySelector("[data-name=hint]")?.innerText !== text, before);
    }
    assert.match(await hint.innerText(), /Play H(7|12)/);
    assert.ok((await person.page.locator(".picture .ghost").count()) > 0);
  }));

test("two programs can be watched, paused and let go on", () =>
  visit(async (person) => {
    await person.newGame({ way: "watch" });
    await person.page.waitForFunction(() => document.querySelectorAll(".moves li").length >= 2);
    await person.action("pause");
    await person.page.waitForSelector("[data-action=resume]");
    await person.action("resume");
    await person.page.waitForSelector("[data-action=pause]");
  }));
