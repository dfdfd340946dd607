// Studying: records from outside, the engine, proofs, positions set up, kept games.

import assert from "node:assert/strict";
import test from "node:test";
import { PATIENCE, isAccessible, withBoth } from "./harness.mjs";

const visit = withBoth(test);

/** Black wins by fours here: four, forced reply, then a four-three. */
const WIN_BY_FOURS = "#rule=freestyle&size=15&black=f8g8h8i6i7i10&white=e8c3m3c13m13a1&side=black";

test("a pasted SGF is opened with its comments and variations, and walked by keys", () =>
  visit(async (person) => {
    await person.paste("(;GM[4]SZ[15]PB[Ann]PW[Bo];B[hh]C[The centre.](;W[ig];B[hi])(;W[hg];B[ii]))");
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
    await person.paste("h8i9");
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
      await person.isTold(/Black wins in \d+/);
      // The line is played out; with little motion all of it shows at once.
      const line = person.named("answer").locator("button.line");
      const moves = (await line.locator(".pv").innerText()).split(" ").length;
      await line.click();
      await person.page.waitForFunction((wanted) => document.querySelectorAll(".picture .ghost").length === wanted, moves);
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
    await person.paste("h8i9h10");
    await person.hasStones(3);
    await person.named("share").click();
    const gomocalc = await person.named("share-gomocalc").inputValue();
    assert.match(gomocalc, /gomocalc.*h8i9h10/);
    for (const [format, start] of [["sgf", "(;"], ["psq", "Piskvorky"], ["svg", "<svg"], ["png", "\x89PNG"]]) {
      const download = person.page.waitForEvent("download");
      await person.named(`export-${format}`).click();
      const stream = await (await download).createReadStream();
      const chunks = [];
      for await (const chunk of stream) chunks.push(chunk);
      assert.ok(Buffer.concat(chunks).toString("latin1").trimStart().includes(start), format);
    }
    await person.page.keyboard.press("Escape");
    await person.page.waitForSelector("#sheet:not([open])", { state: "attached" });
    await person.paste("c3");
    await person.sees("C3", /black/);
    await person.paste(gomocalc);
    await person.sees("H10", /black/);
    await person.hasStones(3);
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
    // Until the list has been read anew, the game just opened still looks like another.
    await person.page.locator(".game.current", { hasText: "<b>bold</b> & first" }).waitFor();
    const other = person.page.locator(".game:not(.current)").first();
    const count = await person.page.locator(".game").count();
    await other.locator("[data-name=delete]").click();
    await person.named("yes").click();
    await person.page.waitForFunction((before) => document.querySelectorAll(".game").length === before - 1, count);
    await isAccessible(person, "the list of games");
  }));

test("a dropped file with several games is opened game by game", () =>
  visit(async (person) => {
    await person.drop("(;GM[4]SZ[15]PB[Ann];B[hh])\n(;GM[4]SZ[15]PB[Cleo];B[cc];W[dd])", "two.sgf");
    await person.page.waitForSelector("body[data-tab=analyse]");
    await person.sees("H8", /black/);
    await person.tab("games");
    await person.page.getByRole("button", { name: "Next", exact: true }).click();
    await person.hasStones(2);
    await person.tab("analyse");
    assert.match(await person.page.locator(".treebox").innerText(), /Cleo/);
  }));

test("what cannot be read is said, and the board stays", () =>
  visit(async (person) => {
    await person.place("H8");
    await person.sees("H8", /black/);
    await person.paste("this is no game");
    await person.hears(/could not be read/);
    await person.sees("H8", /black/);
  }));

test("why it cannot be read is said whole and in the page's language, also on a phone", () =>
  visit(
    async (person) => {
      const { page } = person;
      for (const tab of ["play", "solve"]) {
        await person.named("menu").click();
        await page.locator(`#sheet [data-tab=${tab}]`).click();
        await page.waitForSelector(`body[data-tab=${tab}]`);
        await person.paste("rubbish");
        await person.hears(/^无法读取：没有找到着法。[^A-Z]*$/);
        await person.saysAll();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.equal(wide, 0, `nothing sticks out beside the screen on ${tab}`);
      }
      const cut = await page.$$eval("[data-name=solve-kind] button", (buttons) => buttons.filter((button) => button.scrollWidth > button.clientWidth).length);
      assert.equal(cut, 0, "every kind of question fits its button");
    },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2, locale: "zh-CN" },
  ));

test("defences are listed, a line of one's own is judged, and the game goes on from there", () =>
  visit(
    async (person) => {
      await person.hasStones(5);
      await person.tab("solve");
      await person.named("defences").click();
      const chips = person.page.locator(".chip.stops");
      await chips.first().waitFor();
      const stops = await chips.allInnerTexts();
      assert.ok(stops.some((text) => /^G8/.test(text)) && stops.some((text) => /^K8/.test(text)), stops.join("; "));
      await isAccessible(person, "the list of defences");
      await chips.filter({ hasText: "G8" }).click();
      await person.sees("G8", /white/);
      await person.named("check-line").fill("k8 l8 a15");
      await person.page.keyboard.press("Enter");
      await person.named("checked").filter({ hasText: /K8/ }).waitFor();
      await person.tab("analyse");
      await person.named("play-here").click();
      await person.page.locator("#sheet [data-name=way] [data-value=person]").click();
      await person.named("start").click();
      await person.page.waitForSelector("body[data-tab=play]");
      await person.hasStones(6);
      await person.turn();
      await person.place("C13");
      await person.sees("C13", /black/);
    },
    { path: "#rule=freestyle&size=15&moves=h8a1i8a3j8" },
  ));

test("a line that cannot be read is said so, and no old answer stands beside it", () =>
  visit(
    async (person) => {
      await person.hasStones(5);
      await person.tab("solve");
      const field = person.named("check-line");
      const check = async (line) => {
        await field.fill(line);
        await field.press("Enter");
      };
      await check("k8 l8");
      await person.named("checked").filter({ hasText: /K8/ }).waitFor();
      await person.isTold(/K8/);
      const trouble = person.named("line-trouble");
      for (const [line, wanted] of [["a1 zz", /“ZZ” is no point/], ["99", /“99” is no point/], ["k8 p3 l8", /“P3” is no point/], ["k8 a16", /“A16” is no point/], ["a0", /“A0” is no point/], ["", /Write the points of your line/]]) {
        await check(line);
        await trouble.filter({ hasText: wanted }).waitFor();
        assert.equal(await person.named("checked").count(), 0, "the old answer is gone");
        await person.isTold(wanted);
      }
      await isAccessible(person, "a line that cannot be read");
      await check("1. k8, 2. l8");
      await person.named("checked").filter({ hasText: /K8/ }).waitFor();
      assert.equal(await trouble.count(), 0);
    },
    { path: "#rule=freestyle&size=15&moves=h8a1i8a3j8" },
  ));

test("the key that asks for the threat answers under Analyse too, for eyes and ears", () =>
  visit(
    async (person) => {
      await person.hasStones(5);
      await person.tab("analyse");
      await person.page.keyboard.press("x");
      await person.named("threat").filter({ hasText: /Black threatens .*G8/ }).waitFor();
      await person.isTold(/Black threatens/);
      assert.equal(await person.page.locator("body").getAttribute("data-tab"), "analyse");
    },
    { path: "#rule=freestyle&size=15&moves=h8a1i8a3j8" },
  ));

test("a finished game is reviewed: the move that gave the win is named", () =>
  visit(async (person) => {
    await person.newGame({ way: "person" });
    for (const point of ["H8", "A1", "H9", "C1", "H10", "E1", "H11", "G1", "H12"]) {
      await person.place(point);
      await person.sees(point, /black|white/);
    }
    await person.named("analyse-game").click();
    await person.page.waitForSelector(".tree .m");
    await person.page.waitForSelector('.evalbar.proven[aria-label="Black wins"]');
    assert.equal(await person.page.locator(".g-now, .g-base").count(), 0, "no line crosses the sentence of the empty graph");
    await person.named("review").click();
    await person.page.waitForSelector(".tree .badge.bad", { timeout: 3 * PATIENCE });
    await person.page.keyboard.press("ArrowLeft");
    await person.hasStones(8);
    // What only the review knows: the game is not over here.
    await person.page.waitForSelector('.evalbar.proven[aria-label="Black wins"]');
    await person.page.keyboard.press("Home");
    await person.hasStones(0);
    await person.page.keyboard.press("b");
    const note = person.named("label-note");
    await note.waitFor();
    assert.match(await note.innerText(), /Black has a proven win/);
    // The graph leads there too: its left end is the empty board.
    const graph = await person.named("graph").boundingBox();
    await person.page.mouse.click(graph.x + 2, graph.y + graph.height / 2);
    await person.hasStones(0);
    await isAccessible(person, "a reviewed game");
  }));

test("comments and variations are written, and survive a reload", () =>
  visit(async (person) => {
    await person.paste("h8i9");
    await person.hasStones(2);
    await person.named("comment").fill("Solid.");
    await person.page.keyboard.press("Tab");
    await person.page.waitForSelector(".tree .has-comment");
    await person.page.keyboard.press("Escape");
    await person.named("walk-back").click();
    await person.hasStones(1);
    await person.place("C3");
    await person.page.waitForSelector(".tree .var");
    await person.named("promote").click();
    await person.page.waitForFunction(() => /I9/.test(document.querySelector(".tree .var")?.textContent ?? ""));
    await person.page.reload();
    await person.page.waitForSelector(".tree .has-comment");
  }));
