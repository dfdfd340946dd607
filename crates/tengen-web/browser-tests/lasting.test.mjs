// What lasts and what differs: a server that goes and comes back, clocks, sound, fingers,
// and people who want less motion or the system's own colours.

import assert from "node:assert/strict";
import test from "node:test";
import { forgiveTheBrowser, isAccessible, withBoth } from "./harness.mjs";

const visit = withBoth(test);

test("a server that is started again finds its pages waiting, and they say so", () =>
  visit(async (person, { server }) => {
    await person.newGame({ way: "person" });
    await person.place("H8");
    await person.sees("H8", /black/);
    await server.leave();
    await person.hears(/Connection lost\. Your game is safe/);
    await isAccessible(person, "a lost connection");
    await person.place("I9");
    assert.equal((await person.stones()).I9, undefined, "nothing is placed without the server");
    await person.page.mouse.move(0, 0);
    await person.page.locator(".picture .ghost").waitFor({ state: "detached" });
    await server.comeBack();
    await person.hears(/White to move/);
    await person.isTold(/Connected again/);
    await person.sees("H8", /black/);
    await person.place("I9");
    await person.sees("I9", /white/);
    await person.action("undo");
    await person.hasStones(1);
    forgiveTheBrowser(person);
  }));

test("who studied goes on with the study when the server is started again", () =>
  visit(async (person, { server }) => {
    const { page } = person;
    await person.paste("h8i9");
    await person.hasStones(2);
    await person.place("C3");
    await person.hasStones(3);
    await person.tab("solve");
    await server.leave();
    await person.hears(/Connection lost/);
    await person.paste("d4");
    await page.locator("[data-name=yes]").click();
    await page.locator(".toast", { hasText: "This did not reach the server" }).waitFor();
    await person.isTold(/This did not reach the server/);
    await server.comeBack();
    await person.hears(/White to move/);
    await person.hasStones(3);
    assert.equal(await page.getAttribute("body", "data-tab"), "solve");
    // It still knows that somebody added to it.
    await person.paste("d4");
    await page.locator("[data-name=yes]").click();
    await person.hasStones(1);
    await person.named("set-up").click();
    await person.place("E5");
    await person.hasStones(2);
    await server.leave();
    await person.hears(/Connection lost/);
    await person.named("set-up-done").click();
    await server.comeBack();
    await person.hears(/Set up a position/);
    await person.hasStones(2);
    await person.named("set-up-done").click();
    await person.named("set-up-card").waitFor({ state: "detached" });
    await person.hasStones(2);
    await person.page.waitForFunction(() => document.querySelectorAll(".tree .m").length === 0);
    forgiveTheBrowser(person);
  }));

test("a stone that was on its way when the connection broke is not shown as if it lay there", () =>
  visit(async (person) => {
    const { page } = person;
    await page.routeWebSocket(/\/ws$/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        if (String(message).includes('"place"')) void socket.close();
        else server.send(message);
      });
    });
    await page.reload();
    await page.waitForSelector("#board .points");
    await person.place("H8");
    await page.mouse.move(0, 0);
    await person.isTold(/Connected again/);
    await page.locator(".picture .ghost").waitFor({ state: "detached" });
    await person.hasStones(0);
  }));

test("a comment typed while the server is out of reach arrives when it is back", () =>
  visit(async (person) => {
    const { page } = person;
    let isAway = false;
    /** @type {import("playwright-core").WebSocketRoute[]} */
    const sockets = [];
    await page.routeWebSocket(/\/ws$/, (socket) => {
      if (isAway) return void socket.close();
      socket.connectToServer();
      sockets.push(socket);
    });
    await page.reload();
    await page.waitForSelector("#board .points");
    await person.paste("h8i9");
    await person.hasStones(2);
    isAway = true;
    await Promise.all(sockets.map((socket) => socket.close()));
    await person.hears(/Connection lost/);
    await person.named("comment").fill("Solid.");
    await page.keyboard.press("Tab");
    isAway = false;
    await person.hears(/Black to move/);
    await page.waitForSelector(".tree .has-comment");
    assert.equal(await person.named("comment").inputValue(), "Solid.");
    forgiveTheBrowser(person);
  }));

test("a clock says once when little is left", () =>
  visit(async (person) => {
    const { page } = person;
    // The page's own clock is put forward, so that nothing depends on the machine's speed.
    await page.clock.install();
    await page.reload();
    await page.waitForSelector("#board .points");
    await person.newGame({ way: "person", clock: "15+10" });
    await person.place("H8");
    await person.sees("H8", /black/);
    await page.waitForSelector(".clock.run");
    assert.equal(await page.locator(".clock.low").count(), 0);
    await page.clock.fastForward(893_000);
    await page.waitForSelector(".clock.low");
    await person.isTold(/seconds? left/);
  }));

test("a clock that runs out ends the game", () =>
  visit(async (person) => {
    await person.newGame({ way: "person", clock: "move5" });
    await person.hears(/ran out of time/);
    await person.named("result").waitFor();
    assert.equal(await person.page.locator("#board.can-place").count(), 0);
  }));

test("sound is switched off and stays so", () =>
  visit(async (person) => {
    const sound = person.named("sound");
    assert.equal(await sound.getAttribute("aria-label"), "Sound is on");
    await sound.click();
    await person.page.waitForSelector('[data-name=sound][aria-label="Sound is off"]');
    await person.page.reload();
    await person.page.waitForSelector('[data-name=sound][aria-label="Sound is off"]');
    await person.page.waitForSelector("#board .points");
    await person.page.keyboard.press("m");
    await person.page.waitForSelector('[data-name=sound][aria-label="Sound is on"]');
  }));

test("a dragged finger shows the stone above itself; the button places it", () =>
  visit(
    async (person, { profile }) => {
      const { page } = person;
      await person.newGame({ level: "level-3" });
      const box = await page.locator("#board").boundingBox();
      const cell = box.width / 16;
      const fingers = await profile.newCDPSession(page);
      const touch = (type, x, y) =>
        fingers.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
      // From the lower left up and across to the finger's place below K9.
      const [x, y] = [box.x + 11 * cell, box.y + 7 * cell + 56];
      await touch("touchStart", box.x + 3 * cell, box.y + 14 * cell);
      for (let part = 1; part <= 4; part++) {
        await touch("touchMove", box.x + 3 * cell + ((x - box.x - 3 * cell) * part) / 4, box.y + 14 * cell + ((y - box.y - 14 * cell) * part) / 4);
      }
      await page.waitForFunction(() => /Place K9/.test(document.querySelector("[data-name=confirm]")?.textContent ?? ""));
      assert.equal(await page.locator(".cursor-line").count(), 1, "lines lead the eye to it");
      await touch("touchEnd", x, y);
      assert.equal((await person.stones()).K9, undefined, "it waits for the second tap");
      // Not by a tap: so soon after a drag the browser takes one for the end of a fling.
      await person.named("confirm").press("Enter");
      await person.sees("K9", /black/);
    },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  ));

test("with the system's own colours stones are still told apart", () =>
  visit(
    async (person) => {
      await person.newGame({ way: "person" });
      for (const point of ["H8", "I9"]) {
        await person.place(point);
        await person.sees(point, /black|white/);
      }
      const looks = await person.page.evaluate(() =>
        [".picture .stone-black", ".picture .stone-white"].map((stone) => {
          const style = getComputedStyle(document.querySelector(stone));
          return `${style.fill} ${style.stroke}`;
        }),
      );
      assert.notEqual(looks[0], looks[1]);
    },
    { forcedColors: "active" },
  ));

test("who wants little motion gets none, and who wants contrast gets more", () =>
  visit(
    async (person) => {
      await person.page.waitForSelector("html[data-contrast=more]");
      const slowest = await person.page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--d-slow").trim());
      assert.equal(slowest, "1ms");
      await isAccessible(person, "the contrast that the system asks for");
    },
    { contrast: "more" },
  ));

test("the level follows the results only where that is switched on, before the first stone", () =>
  visit(async (person) => {
    await person.newGame({ level: "level-2" });
    const adaptive = person.named("adaptive");
    await adaptive.click();
    await person.page.waitForSelector("[data-name=adaptive][aria-checked=true]");
    await person.place("H8");
    await person.page.waitForSelector("[data-name=adaptive][aria-disabled=true]");
    assert.match(await adaptive.innerText(), /Locked until the game ends/);
    await person.turn();
    await person.action("resign");
    await person.named("yes").click();
    await person.hears(/White wins: .* resigned/);
    await person.named("again").click();
    await person.page.waitForSelector("[data-name=adaptive]:not([aria-disabled])");
  }));

// Last, because a new board begins with the colours chosen last: who is White has to wait for the program's stone.

test("in random colours the draw is announced", () =>
  visit(async (person) => {
    await person.newGame({ level: "level-1", colour: "random" });
    await person.isTold(/You drew (Black|White)/);
    await person.action("new");
    await person.page.waitForSelector("#sheet[open]");
  }));

test("a toast covers no point and goes after four seconds", () =>
  visit(async (person) => {
    const { page } = person;
    // Time stands still until it is told to go on.
    await page.clock.install();
    await page.reload();
    await page.waitForSelector("#board .points");
    await page.clock.pauseAt(Date.now() + 3_600_000);
    for (const viewport of [{ width: 1366, height: 650 }, { width: 844, height: 390 }, { width: 390, height: 664 }]) {
      await page.setViewportSize(viewport);
      await person.newGame({ way: "computer", level: "level-1", colour: "random" });
      const toast = page.locator(".toast", { hasText: /You drew/ });
      await toast.waitFor();
      const [told, board] = [await toast.boundingBox(), await page.locator("#board").boundingBox()];
      assert.ok(told.y + told.height <= board.y, `the toast ends at ${told.y + told.height}, the board begins at ${board.y}`);
      assert.equal(await toast.evaluate((element) => getComputedStyle(element).pointerEvents), "none");
      await page.clock.runFor(3_900);
      assert.equal(await toast.count(), 1);
      await page.clock.runFor(200);
      await toast.waitFor({ state: "detached" });
    }
    // What is said about a file lies over the sheet that it was asked from.
    await person.named("share").click();
    await person.named("export-psq").click();
    await page.locator("#toasts:popover-open", { hasText: "Not in this file: the rule" }).waitFor();
    assert.equal(await page.locator("#sheet[open]").count(), 1);
  }));

test("the sentence of the status bar is whole in every ordinary window; the rule gives way", () =>
  visit(async (person) => {
    const { page } = person;
    await person.newGame({ way: "computer", level: "level-1", colour: "white" });
    await person.turn();
    for (const [width, height] of [[1280, 800], [1366, 650], [1280, 600], [1280, 500], [1000, 700], [844, 390], [390, 844]]) {
      await page.setViewportSize({ width, height });
      await person.saysAll();
    }
    await page.setViewportSize({ width: 1366, height: 650 });
    await page.locator(".rule-short:visible").waitFor();
  }));
