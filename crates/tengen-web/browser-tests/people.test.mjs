// People: two browsers on one game, keys alone, a phone, two languages.

import assert from "node:assert/strict";
import test from "node:test";
import { PATIENCE, Person, isAccessible, withBoth } from "./harness.mjs";

const visit = withBoth(test);

test("a friend comes by link, plays, reloads; a spectator watches", () =>
  visit(async (host, { browser, address, profile }) => {
    await host.newGame({ way: "friend", colour: "black" });
    const link = await host.named("guest-link").inputValue();
    assert.match(link, /#enter=/);
    await profile.grantPermissions(["clipboard-read", "clipboard-write"]);
    await host.page.getByRole("button", { name: "Link to watch" }).click();
    await host.page.waitForSelector(".toast");
    const watching = await host.page.evaluate(() => navigator.clipboard.readText());
    const third = await browser.newContext({ locale: "en-GB", reducedMotion: "reduce" });
    third.setDefaultTimeout(PATIENCE);
    const other = await browser.newContext({ locale: "en-GB", reducedMotion: "reduce" });
    other.setDefaultTimeout(PATIENCE);
    try {
      const guest = new Person(await other.newPage(), address);
      await guest.open(link);
      await host.named("invite").waitFor({ state: "detached" });
      assert.equal(new URL(guest.page.url()).hash, "", "the token is gone from the address");
      assert.equal(await guest.page.locator(".top [data-tab]").count(), 1, "a guest has no analysis");
      const spectator = new Person(await third.newPage(), address);
      await spectator.open(watching);
      assert.equal(await spectator.page.locator("[data-action]").count(), 0, "a spectator can do nothing");
      await host.place("H8");
      await spectator.sees("H8", /black/);
      assert.equal(await spectator.page.locator("#board.can-place").count(), 0);
      assert.deepEqual(spectator.errors, []);
      await guest.sees("H8", /black/);
      await guest.turn();
      await guest.place("I9");
      await host.sees("I9", /white/);
      await guest.page.reload();
      await guest.page.waitForSelector("#board .points");
      await guest.sees("I9", /white, last move/);
      await host.turn();
      await host.place("H9");
      await guest.sees("H9", /black/);
      await guest.turn();
      await guest.action("resign");
      await guest.named("yes").click();
      await host.hears(/You win: .* resigned/);
      assert.deepEqual(guest.errors, []);
    } finally {
      await other.close();
      await third.close();
    }
  }));

test("a whole game with keys alone", () =>
  visit(async (person) => {
    const { keyboard } = person.page;
    await keyboard.press("n");
    await person.page.waitForSelector("#sheet[open]");
    // From the close button, first of the sheet, to the opponents: two to the right.
    await person.named("close").focus();
    await keyboard.press("Tab");
    await keyboard.press("ArrowRight");
    await keyboard.press("ArrowRight");
    assert.equal(await person.page.evaluate(() => document.activeElement?.getAttribute("data-value")), "person");
    for (let tabs = 0; tabs < 20; tabs++) {
      if (await person.page.evaluate(() => document.activeElement?.getAttribute("data-name") === "start")) break;
      await keyboard.press("Tab");
    }
    await keyboard.press("Enter");
    await person.page.waitForSelector("#sheet:not([open])", { state: "attached" });
    await person.page.waitForSelector("#board.can-place");
    // Black builds a row from H8, White answers two rows below.
    await keyboard.press("ArrowUp");
    await person.page.waitForFunction(() => document.activeElement?.hasAttribute("data-point"));
    for (let stone = 0; stone < 5; stone++) {
      const black = await person.page.evaluate(() => document.activeElement?.getAttribute("data-point"));
      await keyboard.press("Enter");
      await person.sees(black, /black/);
      if (stone === 4) break;
      await keyboard.press("j");
      await keyboard.press("ArrowDown");
      const white = await person.page.evaluate(() => document.activeElement?.getAttribute("data-point"));
      await keyboard.press(" ");
      await person.sees(white, /white/);
      await keyboard.press("ArrowUp");
      await keyboard.press("k");
      await keyboard.press("l");
    }
    await person.hears(/Black wins: five in a row/);
    await person.page.waitForFunction(() => /Black/.test(document.getElementById("spoken")?.textContent ?? ""));
    await keyboard.press("u");
    await person.page.waitForFunction(() => !document.querySelector("[data-name=result]"));
    await keyboard.press("?");
    await person.page.waitForSelector("#sheet[open] .keys");
    await isAccessible(person, "the help");
    await keyboard.press("Escape");
    await person.page.waitForSelector("#sheet:not([open])", { state: "attached" });
  }));

test("on a phone a tap aims, a second one places, and nothing overflows", () =>
  visit(
    async (person) => {
      const { page } = person;
      await person.newGame({ level: "level-3" });
      await isAccessible(person, "the phone board");
      await person.point("K8").tap();
      await person.named("confirm").waitFor();
      assert.match(await person.named("confirm").innerText(), /Place K8/);
      assert.equal(await page.locator(".cursor-line").count(), 1);
      await person.named("confirm").tap();
      await person.sees("K8", /black/);
      await person.turn();
      const second = await person.free("C3", "C13");
      await person.point(second).tap();
      await person.named("confirm").waitFor();
      await person.point(second).tap();
      await person.sees(second, /black/);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(wide, 0, "no sideways scrolling");
      const small = await page.$$eval(".act, .btn", (buttons) =>
        buttons.filter((button) => button.offsetParent && button.getBoundingClientRect().height < 24).map((button) => button.outerHTML.slice(0, 80)),
      );
      assert.deepEqual(small, []);
      await person.named("menu").tap();
      await page.locator("#sheet [data-tab=analyse]").tap();
      await page.waitForSelector(".evalbar");
      await isAccessible(person, "analysis on a phone");
    },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  ));

test("both languages, chosen by the browser or by hand, in light and dark", () =>
  visit(
    async (person) => {
      const { page } = person;
      assert.equal(await page.getAttribute("html", "lang"), "zh-CN");
      assert.equal(await page.getAttribute("html", "data-theme"), "dark");
      await person.newGame({ level: "level-3" });
      await person.hears(/请落子/);
      await isAccessible(person, "the board in Chinese, dark");
      await person.place("H8");
      await person.sees("H8", /黑/);
      await person.named("language").click();
      await person.hears(/Your turn|thinking/);
      assert.equal(await page.getAttribute("html", "lang"), "en");
      await person.named("theme").click();
      await page.waitForSelector("html[data-theme=light]");
      await page.reload();
      await page.waitForSelector("html[data-theme=light][lang=en]");
      await person.named("settings").click();
      await page.waitForSelector("#sheet[open]");
      await isAccessible(person, "the settings");
      await page.locator("[data-name=contrast]").click();
      await page.waitForSelector("html[data-contrast=more]");
      await isAccessible(person, "more contrast");
    },
    { locale: "zh-CN", colorScheme: "dark" },
  ));

test("in the system's own colours a switch still shows whether it is on", () =>
  visit(
    async (person) => {
      await person.newGame({ level: "level-3" });
      const look = (state) =>
        person.page.locator(`.toggle[aria-checked=${state}] > .sw`).first().evaluate((element) => {
          const knob = getComputedStyle(element, "::after");
          return { track: getComputedStyle(element).backgroundColor, knob: knob.backgroundColor, place: knob.left };
        });
      const [on, off] = [await look("true"), await look("false")];
      for (const part of ["track", "knob", "place"]) assert.notEqual(on[part], off[part], part);
      assert.notEqual(on.knob, on.track, "the knob stands out");
      assert.notEqual(off.knob, off.track, "the knob stands out");
    },
    { forcedColors: "active" },
  ));
