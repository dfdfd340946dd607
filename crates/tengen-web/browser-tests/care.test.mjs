// What somebody made does not get lost without a question, and what goes wrong is said.

import assert from "node:assert/strict";
import test from "node:test";
import { PATIENCE, Person, forgiveTheBrowser, isAccessible, withBoth } from "./harness.mjs";

const visit = withBoth(test);

const question = (person) => person.page.locator("#sheet[open][data-kind=ask]");

/** Answers the question that must be there: by name of the button. @param {import("./harness.mjs").Person} person @param {"yes" | "cancel"} name */
async function answer(person, name) {
  await question(person).locator(`[data-name=${name}]`).click();
  await question(person).waitFor({ state: "detached" });
}

/** A tree of two moves with a variation of one's own. @param {import("./harness.mjs").Person} person */
async function ownVariation(person) {
  await person.paste("h8i9");
  await person.hasStones(2);
  await person.named("walk-back").click();
  await person.hasStones(1);
  await person.place("C3");
  await person.page.waitForSelector(".tree .var");
}

/** Follows a link to a place of the page that is open already. @param {import("./harness.mjs").Person} person @param {string} hash */
const follow = (person, hash) => person.page.evaluate((wanted) => void (location.hash = wanted), hash);

/** Another page of the same person in the same room. @param {import("./harness.mjs").Person} person */
async function anotherPage(person, profile, address, path = "") {
  const room = await person.page.evaluate(() => sessionStorage.getItem("tengen.room"));
  const other = new Person(await profile.newPage(), address);
  await other.page.addInitScript((key) => sessionStorage.setItem("tengen.room", key), room);
  await other.open(path);
  return other;
}

test("a study with moves of one's own is replaced after a question only, whatever is opened", () =>
  visit(async (person) => {
    const { page } = person;
    const ways = {
      paste: () => person.paste("d4"),
      drop: () => person.drop("(;GM[4]SZ[15];B[dl])", "d4.sgf"),
      link: () => follow(person, "#rule=freestyle&size=15&moves=d4"),
      typed: async () => {
        await person.tab("games");
        await person.named("open-text").fill("d4");
        await person.named("open").click();
      },
      "the game": () => person.named("study-game").click(),
    };
    for (const [way, open] of Object.entries(ways)) {
      await ownVariation(person);
      await open();
      await question(person).getByText("Replace what is being analysed?").waitFor();
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-name")), "cancel", "a held key answers no");
      if (way === "paste") await isAccessible(person, "the question before a study goes");
      await answer(person, "cancel");
      if (way === "typed") {
        assert.equal(await person.named("open-text").inputValue(), "d4", "what was typed is still there");
        await person.tab("analyse");
      }
      await person.hasStones(2);
      assert.equal(await page.locator(".tree .var").count(), 1, `the variation is still there after ${way}`);
      await open();
      await answer(person, "yes");
      await person.hasStones(way === "the game" ? 0 : 1);
      assert.equal(await page.locator(".tree .var").count(), 0);
    }
    // Nothing was added to the game shown now.
    await person.paste("e5f6");
    await person.hasStones(2);
    assert.equal(await question(person).count(), 0);
  }));

test("the other games of a file ask before a comment goes, and a new page asks too", () =>
  visit(async (person, { profile, address }) => {
    await person.drop("(;GM[4]SZ[15]PB[Ann];B[hh])\n(;GM[4]SZ[15]PB[Cleo];B[cc];W[dd])", "two.sgf");
    await person.sees("H8", /black/);
    await person.named("comment").fill("Solid.");
    await person.page.keyboard.press("Tab");
    await person.page.waitForSelector(".tree .has-comment");
    await person.tab("games");
    const next = person.page.getByRole("button", { name: "Next", exact: true });
    await next.click();
    await answer(person, "cancel");
    const other = await anotherPage(person, profile, address, "#rule=freestyle&size=15&moves=e5f6");
    await answer(other, "cancel");
    await other.tab("analyse");
    await other.sees("H8", /black/);
    await other.page.waitForFunction(() => document.querySelector("[data-name=comment]")?.value === "Solid.");
    await other.paste("e5f6");
    await answer(other, "yes");
    await other.hasStones(2);
    assert.deepEqual(other.errors, []);
  }));

test("stones that were set up are changed without a question, moves after them not", () =>
  visit(async (person) => {
    await person.tab("analyse");
    const lay = async (point) => {
      await person.named("set-up").click();
      await person.place(point);
      await person.named("set-up-done").click();
    };
    const isLaid = (count) => Promise.all([person.named("set-up-card").waitFor({ state: "detached" }), person.hasStones(count)]);
    await lay("C3");
    await isLaid(1);
    await lay("D4");
    await isLaid(2);
    await person.place("E5");
    await person.hasStones(3);
    await lay("F6");
    await answer(person, "cancel");
    await person.hasStones(4);
    await person.named("set-up-done").click();
    await answer(person, "yes");
    await isLaid(4);
    assert.equal(await person.page.locator(".tree .m").count(), 0, "its moves are stones now");
    await person.paste("h8");
    await answer(person, "cancel");
    await person.hasStones(4);
  }));

test("a move that others or words hang on is deleted after a question only", () =>
  visit(async (person) => {
    const cut = () => person.named("delete-node").click();
    await person.paste("h8i9h10");
    await person.hasStones(3);
    await cut();
    await person.hasStones(2);
    await person.named("walk-back").click();
    await person.hasStones(1);
    await cut();
    await question(person).getByText("Delete this move?").waitFor();
    await isAccessible(person, "the question before moves go");
    await answer(person, "cancel");
    await person.named("walk-forward").click();
    await person.hasStones(2);
    await person.named("comment").fill("Solid.");
    await person.page.keyboard.press("Tab");
    await person.page.waitForSelector(".tree .has-comment");
    await cut();
    await answer(person, "yes");
    await person.hasStones(1);
    assert.equal(await person.page.locator(".tree .has-comment").count(), 0);
  }));

test("a file that is too large, or that nobody answers for, is said so", () =>
  visit(async (person) => {
    await ownVariation(person);
    await person.drop(" ".repeat((4 << 20) + 1), "large.sgf");
    // Without a question before it.
    await person.hears(/The file is too large: 4\sMiB at most/);
    await person.saysAll();
    await person.named("study-game").click();
    await answer(person, "yes");
    await person.hasStones(0);
    await person.page.route("**/api/open", (route) => route.fulfill({ status: 502, contentType: "text/html", body: "<p>Bad gateway" }));
    await person.drop("d4", "one.txt");
    await person.hears(/This did not reach the server/);
    await person.page.unroute("**/api/open");
    await person.drop("d4", "one.txt");
    await person.hasStones(1);
    forgiveTheBrowser(person);
  }));

test("a long text is opened too", () =>
  visit(async (person) => {
    await person.paste(`(;GM[4]SZ[15];B[hh]C[${"words ".repeat(20_000)}])`);
    await person.sees("H8", /black/);
    await person.page.waitForFunction(() => document.querySelector("[data-name=comment]")?.value.startsWith("words "));
  }));

test("a link followed within the open page is opened, and a wrong one says what is wrong", () =>
  visit(
    async (person) => {
      await follow(person, "#rule=renju&size=15&moves=h8i9");
      await person.hasStones(2);
      assert.equal(new URL(person.page.url()).hash, "", "the address is left clean");
      for (const [link, wanted] of [
        ["#rule=renju&size=15&moves=h8p16", /“p16”不是棋盘上的点/],
        ["#rule=renju&size=15&moves=h8h8", /H8 处不能落子/],
        ["#rule=chess&size=15&moves=h8", /链接中的规则不明/],
        ["#rule=renju&size=99&moves=h8", /5 至 22 路/],
        ["#rule=renju&size=15", /链接里没有着法/],
      ]) {
        await follow(person, link);
        await person.hears(wanted);
      }
      await person.hasStones(2);
    },
    { locale: "zh-CN" },
  ));

test("a friend's link followed within an open page leads into the friend's game", () =>
  visit(async (host, { browser, address }) => {
    await host.newGame({ way: "friend", colour: "black" });
    const link = await host.named("guest-link").inputValue();
    const other = await browser.newContext({ locale: "en-GB", reducedMotion: "reduce" });
    other.setDefaultTimeout(PATIENCE);
    try {
      const guest = new Person(await other.newPage(), address);
      await guest.open();
      await follow(guest, "#enter=00000000000000000000000000000000");
      await guest.hears(/This link is not valid/);
      await guest.page.route("**/api/enter", (route) => route.abort());
      await follow(guest, new URL(link).hash);
      await guest.hears(/This did not reach the server/);
      await guest.page.unroute("**/api/enter");
      await follow(guest, new URL(link).hash);
      await host.named("invite").waitFor({ state: "detached" });
      await guest.page.waitForFunction(() => document.querySelectorAll(".top [data-tab]").length === 1);
      await host.place("H8");
      await guest.sees("H8", /black/);
      forgiveTheBrowser(guest);
      assert.deepEqual(guest.errors, []);
    } finally {
      await other.close();
    }
  }));

test("a title and a comment being typed survive whatever is drawn meanwhile", () =>
  visit(async (person, { profile, address }) => {
    const { page } = person;
    await person.newGame({ way: "person" });
    await person.place("H8");
    await person.sees("H8", /black/);
    const other = await anotherPage(person, profile, address);
    await other.sees("H8", /black/);
    await person.tab("games");
    await page.locator(".game.current [data-name=rename]").click();
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-name")), "title");
    await page.keyboard.type("  Half a ti");
    await other.place("I9");
    await person.sees("I9", /white/);
    await page.keyboard.type("tle ");
    await page.keyboard.press("Enter");
    await page.locator(".game.current b", { hasText: /^Half a title$/ }).waitFor();
    await person.tab("analyse");
    await person.hasStones(2);
    await person.named("comment").fill("Half a");
    await other.named("engine").click();
    await page.waitForSelector("[data-name=engine][aria-checked=true]");
    await person.named("comment").pressSequentially(" comment");
    // A finger on a button does not take the focus from what is typed.
    await person.named("walk-back").evaluate((button) => button.click());
    await person.hasStones(1);
    assert.equal(await person.named("comment").inputValue(), "");
    await person.named("walk-forward").click();
    await page.waitForFunction(() => document.querySelector("[data-name=comment]")?.value === "Half a comment");
    await other.named("engine").click();
    assert.deepEqual(other.errors, []);
  }));

test("a comment stays with its move: the same place of another game has none", () =>
  visit(async (person, { profile, address }) => {
    const comment = person.named("comment");
    const isEmpty = () => person.page.waitForFunction(() => document.querySelector("[data-name=comment]")?.value === "");
    await person.paste("h8");
    await person.hasStones(1);
    await comment.fill("Solid.");
    await person.page.keyboard.press("Tab");
    await person.page.waitForSelector(".tree .has-comment");
    await person.paste("h8");
    await answer(person, "yes");
    await person.page.locator(".tree .has-comment").waitFor({ state: "detached" });
    assert.equal(await comment.inputValue(), "");
    // One that is still being typed is asked about, and the question sends it.
    await comment.fill("Solid?");
    await person.drop("d4", "d4.txt");
    await answer(person, "cancel");
    await person.page.waitForSelector(".tree .has-comment");
    await person.drop("d4", "d4.txt");
    await answer(person, "yes");
    await person.sees("D4", /black/);
    await isEmpty();
    // Nor does it go to a game that another page of the same person opens.
    const other = await anotherPage(person, profile, address);
    await comment.fill("Solid!");
    await other.paste("e5");
    await person.sees("E5", /black/);
    await isEmpty();
    await person.page.keyboard.press("Tab");
    await person.place("F6");
    await person.hasStones(2);
    assert.equal(await person.page.locator(".tree .has-comment").count(), 0);
    assert.deepEqual(other.errors, []);
  }));

test("a board made smaller leaves out the stones beside it, and they come back with it", () =>
  visit(async (person) => {
    await person.tab("analyse");
    await person.named("set-up").click();
    for (const point of ["C3", "O15"]) await person.place(point);
    await person.hasStones(2);
    const size = person.named("set-up-card").locator("select[aria-label=Board]");
    await size.selectOption("9");
    await person.hasStones(1);
    await size.selectOption("15");
    await person.hasStones(2);
    await size.selectOption("9");
    await person.named("set-up-done").click();
    await person.named("set-up-card").waitFor({ state: "detached" });
    await person.hasStones(1);
    assert.equal(await person.page.locator("[data-point]").count(), 81);
  }));

test("with a proof open the bar does not name the move before it", () =>
  visit(
    async (person) => {
      await person.hasStones(6);
      await person.tab("solve");
      const after = person.page.locator(".status .after");
      assert.match(await after.innerText(), /6.*O1/);
      await person.named("solve").click();
      await person.named("walk-proof").click();
      await person.named("proof").waitFor();
      assert.equal(await after.count(), 0);
      await person.named("close-proof").click();
      await after.waitFor();
    },
    { path: "#rule=freestyle&size=15&moves=h8a1i8a2j8o1" },
  ));
