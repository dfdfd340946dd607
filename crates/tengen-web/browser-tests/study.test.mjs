// Studying: records from outside, the engine, proofs, positions set up, kept games.

import assert from "node:assert/strict";
import test from "node:test";
import { isAccessible, withBoth } from "./harness.mjs";

const visit = withBoth(test);

/** Pastes text on the page as a person would. @param {import("./harness.mjs").Person} person @param {string} text */
async function paste(person, text) {
  await person.page.evaluate((content) => {
    const data = new DataTransfer();
    data.setData("text/plain", content);
    document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  }, text);
}

/** Black wins by fours here: four, forced reply, then a four-three. */
const WIN_BY_FOURS = "#rule=freestyle&size=15&black=f8g8h8i6i7i10&white=e8c3m3c13m13a1&side=black";

test("a pasted SGF is opened with its comments and variations, and walked by keys", () =>
  visit(async (person) => {
    await paste(person, "(;GM[4]SZ[15]PB[Ann]PW[Bo];B[hh]C[The centre.](;W[ig];B[hi])(;W[hg];B[ii]))");
    await person.page.waitForSelector("body[data-tab=analyse]");
    await person.page.waitForSelector(".tree .m");
    assert.match(await person.page.locator(".treebox").innerText(), /Ann – Bo/);
    assert.equal(await person.page.locator(".tree .var").count(), 1);
    await person.page.keyboard.press("Home");
    await person.hasStones(0);
    await person.page.keyboard.press("ArrowRight");
    await person.sees("H8", /black/);
    await person.page.waitForFunction(() => document.querySelector("[data-name=comment]")?.value === "The centre.");
    await person.page.keyboard.press("End");
    await person.hasStones(3);
    await isAccessible(person, "the study board");
    await person.place("A1");
    await person.hasStones(4);
    await person.named("delete-node").click();
    await person.hasStones(3);
  }));

test("analysis starts, shows lines as ghosts, adopts one, and stops", () =>
  visit(async (person) => {
    await paste(person, "h8i9");
    await person.hasStones(2);
    await person.named("engine").click();
    const lines = person.page.locator("button.line");
    await lines.first().waitFor();
    await person.named("figures").filter({ hasText: /depth \d+/ }).waitFor();
    assert.match(await person.named("judgement").innerText(), /Estimate/);
    assert.ok((await person.page.locator(".picture .best").count()) === 1, "the best move is marked");
    assert.match(await person.page.locator(".evalbar").getAttribute("aria-label"), /Black's chance: \d+%/);
    await lines.first().hover();
    await person.page.waitForSelector(".picture .ghost");
    await lines.first().click();
    await person.page.waitForFunction(() => document.querySelectorAll(".tree .m").length > 2);
    await isAccessible(person, "analysis");
    await person.named("engine").click();
    await person.page.waitForSelector("[data-name=engine][aria-checked=false]");
    assert.equal(await person.page.locator(".picture .best").count(), 0);
  }));

test("a proof is found and walked through, defence by defence, to the five", () =>
  visit(
    async (person) => {
      await person.hasStones(12);
      await person.tab("solve");
      await person.named("solve").click();
      await person.page.waitForSelector("[data-name=answer][data-result=win]");
      assert.match(await person.named("answer").innerText(), /Proven[\s\S]*Black wins in \d+, whatever White plays/);
      await person.named("walk-proof").click();
      const proof = person.named("proof");
      await proof.waitFor();
      await isAccessible(person, "a proof");
      for (let step = 0; step < 20; step++) {
        const says = await person.named("proof-says").innerText();
        if (/has won/.test(says)) break;
        const path = await person.named("proof-path").innerText();
        const replies = proof.locator("[data-reply]");
        if ((await replies.count()) > 0) await replies.first().click();
        else await person.place("O15");
        await person.page.waitForFunction((before) => document.querySelector("[data-name=proof-path]")?.innerText !== before, path);
      }
      assert.match(await person.named("proof-says").innerText(), /Black has won here/);
      await person.named("proof-back").click();
      await person.page.waitForFunction(() => !/has won/.test(document.querySelector("[data-name=proof-says]")?.innerText));
      await person.named("close-proof").click();
      await proof.waitFor({ state: "detached" });
      await person.hasStones(12);
    },
    { path: WIN_BY_FOURS },
  ));

test("a position is set up with White to move and shared as a link that carries everything", () =>
  visit(async (person, { profile, address }) => {
    await person.tab("analyse");
    await person.named("set-up").click();
    const card = person.named("set-up-card");
    for (const point of ["C3", "D4"]) await person.place(point);
    await card.locator("[aria-label=Stone] [data-value=white]").click();
    await person.place("E5");
    await card.locator('[aria-label="To move"] [data-value=white]').click();
    await card.locator("select[aria-label=Rule]").selectOption("renju");
    await person.named("set-up-done").click();
    await person.hasStones(3);
    await person.hears(/White to move/);
    await person.named("share").click();
    const link = await person.named("share-link").inputValue();
    assert.match(link, /rule=renju/);
    const other = await profile.newPage();
    await other.goto(link);
    await other.waitForFunction(() => /White to move/.test(document.querySelector("[data-name=status]")?.textContent ?? ""));
    assert.match(await other.locator("#point-E5").getAttribute("aria-label"), /white/);
    assert.equal(new URL(other.url()).hash, "", `${address} is left clean`);
  }));

test("files and pictures come out", () =>
  visit(async (person) => {
    await paste(person, "h8i9h10");
    await person.hasStones(3);
    await person.named("share").click();
    for (const [format, start] of [["sgf", "(;"], ["psq", "Piskvorky"], ["svg", "<svg"], ["png", "\x89PNG"]]) {
      const download = person.page.waitForEvent("download");
      await person.named(`export-${format}`).click();
      const stream = await (await download).createReadStream();
      const chunks = [];
      for await (const chunk of stream) chunks.push(chunk);
      assert.ok(Buffer.concat(chunks).toString("latin1").trimStart().includes(start), format);
    }
  }));

test("kept games are listed, renamed, opened again and deleted", () =>
  visit(async (person) => {
    await person.newGame({ way: "person" });
    await person.place("H8");
    await person.sees("H8", /black/);
    await person.newGame({ way: "person" });
    await person.place("C3");
    await person.sees("C3", /black/);
    await person.tab("games");
    const old = person.page.locator(".game:not(.current)").first();
    await old.locator("[data-name=rename]").click();
    await person.named("title").fill("<b>bold</b> & first");
    await person.page.keyboard.press("Enter");
    await person.page.locator(".game", { hasText: "<b>bold</b> & first" }).locator(".open").click();
    await person.sees("H8", /black/);
    await person.tab("games");
    const other = person.page.locator(".game:not(.current)").first();
    const count = await person.page.locator(".game").count();
    await other.locator("[data-name=delete]").click();
    await person.named("yes").click();
    await person.page.waitForFunction((before) => document.querySelectorAll(".game").length === before - 1, count);
    await isAccessible(person, "the list of games");
  }));

test("a hostile record stays text", () =>
  visit(async (person) => {
    const attack = `<img src=x onerror="alert(1)"><script>alert(2)</script><svg onload=alert(3)>"'\`{{7*7}}`;
    const escaped = attack.replaceAll("]", "\\]").replaceAll(":", "\\:");
    const elements = await person.page.evaluate(() => document.querySelectorAll("img, script, iframe, object, embed").length);
    await paste(person, `(;GM[4]SZ[15]PB[${escaped}]PW[${escaped}]GN[${escaped}];B[hh]C[${escaped}]LB[aa:${escaped}];W[ii]N[${escaped}])`);
    await person.page.waitForSelector(".tree .m");
    await person.page.keyboard.press("Home");
    await person.page.keyboard.press("ArrowRight");
    await person.page.waitForFunction((text) => document.querySelector("[data-name=comment]")?.value === text, attack);
    assert.match(await person.page.locator(".treebox").innerText(), /<script>alert\(2\)<\/script>/);
    assert.equal(await person.page.evaluate(() => document.querySelectorAll("img, script, iframe, object, embed").length), elements);
    assert.deepEqual(person.dialogs, []);
    assert.deepEqual(person.foreign, []);
  }));
