// Hostile text in every field that takes text: it stays text (row W6 of the reliability list).

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import test from "node:test";
import { PATIENCE, Person, withBoth } from "./harness.mjs";

const visit = withBoth(test);

const ATTACKS = [
  `<script>ACT</script>`,
  `<img src=x onerror="ACT">`,
  `<svg onload="ACT"></svg>`,
  `<iframe srcdoc="<script>parent.ACT</script>"></iframe>`,
  `<a href="javascript:ACT">x</a>`,
  `<body onload=ACT>`,
  `<input autofocus onfocus=ACT>`,
  `<details open ontoggle=ACT>`,
  `<video><source onerror=ACT></video>`,
  `<object data="javascript:ACT"></object>`,
  `<style>@import "http://evil.test/x.css";</style>`,
  `<link rel=stylesheet href=http://evil.test/x.css>`,
  `<base href=http://evil.test/>`,
  `<meta http-equiv=refresh content="0;url=http://evil.test/">`,
  `<form action=http://evil.test/><button>go</button></form>`,
  `<math><mtext><img src=http://evil.test/p.png></mtext></math>`,
  `javascript:ACT`,
  `data:text/html,<script>ACT</script>`,
  `{{constructor.constructor('ACT')()}}`,
  "${ACT}",
];

/** Ways out of where a text may have been put. */
const DRESSES = [
  (attack) => attack,
  (attack) => `">${attack}`,
  (attack) => `'>${attack}`,
  (attack) => `</textarea>${attack}`,
  (attack) => `--></title></style></script>${attack}`,
  (attack) => `]]>${attack}<![CDATA[`,
  (attack) => `&quot;&gt;${attack.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}`,
  (attack) => `</B>${attack.toUpperCase().replaceAll("GLOBALTHIS.HACKED=1", "globalThis.hacked=1")}`,
  (attack) => `\u0000${attack.replaceAll("<", "<\u0000").replaceAll("on", "o\u0000n")}`,
  (attack) => `\u202e${attack}\u2028${attack}`,
];

const PAYLOADS = ATTACKS.flatMap((attack) => DRESSES.map((dress) => dress(attack.replaceAll("ACT", "globalThis.hacked=1"))));

/** What a browser would have to make of a payload for it to do harm. */
const HARMFUL = "img, script, iframe, object, embed, video, audio, source, style, link, base, meta, a, details, math, template, [src], [srcdoc], [action], [formaction]";

/** Escapes a text for a property of SGF. @param {string} text */
const sgf = (text) => text.replaceAll("\\", "\\\\").replaceAll("]", "\\]").replaceAll(":", "\\:");

/** Remembers everything harmful that ever gets into the page, even for a moment. @param {import("./harness.mjs").Person} person */
async function watch(person) {
  await person.page.evaluate((harmful) => {
    globalThis.intruders = [];
    const look = (node) => {
      if (!(node instanceof Element)) return;
      for (const element of [node, ...node.querySelectorAll("*")]) {
        const handlers = element.getAttributeNames().filter((name) => name.startsWith("on"));
        if (element.matches(harmful) || handlers.length > 0) globalThis.intruders.push(element.outerHTML.slice(0, 200));
      }
    };
    new MutationObserver((changes) => {
      for (const change of changes) {
        change.addedNodes.forEach(look);
        if (change.type === "attributes") look(change.target);
      }
    }).observe(document, { childList: true, subtree: true, attributes: true });
  }, HARMFUL);
}

/** @param {import("./harness.mjs").Person} person */
async function isUnharmed(person) {
  assert.deepEqual(await person.page.evaluate(() => globalThis.intruders), []);
  assert.equal(await person.page.evaluate(() => "hacked" in globalThis), false, "no payload ran");
  assert.deepEqual(person.dialogs, []);
  assert.deepEqual(person.foreign, []);
  assert.equal(new URL(person.page.url()).host, new URL(person.address).host, "the page is still ours");
}

/** Milliseconds between two records: the server hears ten a second each way in, no more. */
const PACE = 70;
let mayGo = 0;

/** Holds the flood below what would rightly be cut off. */
async function inTurn() {
  const wait = mayGo - Date.now();
  mayGo = Math.max(mayGo, Date.now()) + PACE;
  if (wait > 0) await new Promise((done) => setTimeout(done, wait));
}

/** Waits until the tree's title shows this text. @param {import("./harness.mjs").Person} person @param {string} text */
const titled = (person, text) =>
  person.page.waitForFunction((wanted) => document.querySelector(".treebox .head")?.textContent?.includes(wanted), text);

test("there are two hundred different payloads", () => {
  assert.equal(new Set(PAYLOADS).size, 200);
});

test("names, titles, comments and labels of records stay text, pasted or dropped", () =>
  visit(async (person) => {
    await watch(person);
    for (const [index, payload] of PAYLOADS.entries()) {
      const text = sgf(payload);
      const record = `(;GM[4]SZ[15]PB[${index} black ${text}]PW[${text}]GN[${text}]EV[${text}]RE[${text}]C[${text}]LB[aa:${text}]AB[hh])`;
      // Turn about, for both ways in.
      await inTurn();
      if (index % 2 === 0) await person.paste(record);
      else await person.drop(record, `${index}.sgf`);
      await titled(person, `${index} black `);
    }
    assert.match(await person.named("comment").inputValue(), /hacked/, "it was really shown");
    await isUnharmed(person);
  }));

test("names in PSQ files and texts that cannot be read stay text", () =>
  visit(async (person) => {
    await watch(person);
    const lines = PAYLOADS.map((payload) => payload.replaceAll(/[\u0000\u2028]/g, " "));
    for (let start = 0; start < lines.length; start += 20) {
      const some = lines.slice(start, start + 20).join(" ");
      await person.drop(`Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n${start} a ${some}\n${start} b ${some}\n0\nfreestyle\n`, "game.psq");
      await titled(person, `${start} a `);
      await person.paste(some);
      await person.hears(/could not be read|Opened|to move/);
    }
    await isUnharmed(person);
  }));

test("titles of kept games, comments and lines that are typed stay text", () =>
  visit(async (person) => {
    await watch(person);
    await person.place("H8");
    await person.sees("H8", /black/);
    await person.tab("games");
    for (let start = 0; start < PAYLOADS.length; start += 20) {
      const some = PAYLOADS.slice(start, start + 20).join(" ");
      await person.page.locator("[data-name=rename]").first().click();
      await person.named("title").fill(`${start} ${some.slice(0, 190)}`);
      await person.page.keyboard.press("Enter");
      await person.page.locator(".game b", { hasText: `${start} ` }).first().waitFor();
    }
    await person.tab("solve");
    await person.named("check-line").fill(PAYLOADS.join(" "));
    await person.page.keyboard.press("Enter");
    await person.tab("analyse");
    await person.page.waitForSelector(".tree .m");
    await person.named("comment").fill(PAYLOADS.join("\n").slice(0, 9000));
    await person.page.keyboard.press("Tab");
    await person.page.waitForSelector(".tree .has-comment");
    await isUnharmed(person);
  }));

test("links that carry hostile text open nothing", () =>
  visit(async (person, { profile }) => {
    for (let start = 0; start < PAYLOADS.length; start += 40) {
      const some = encodeURIComponent(PAYLOADS.slice(start, start + 40).join(" "));
      for (const path of [`#rule=${some}&size=15&moves=h8`, `#rule=freestyle&size=15&moves=${some}`, `#${some}`]) {
        const page = await profile.newPage();
        const dialogs = [];
        page.on("dialog", (dialog) => dialogs.push(dialog.message()));
        await page.goto(new URL(path, person.address).href);
        await page.waitForSelector("#board .points");
        assert.equal(await page.evaluate(() => "hacked" in globalThis), false);
        assert.deepEqual(dialogs, []);
        await page.close();
      }
    }
    await watch(person);
    await isUnharmed(person);
  }));

/** Another site on this machine, which keeps the head of everything that it is asked. */
async function secondSite() {
  const heads = [];
  const site = createServer((request, answer) => {
    heads.push({ path: request.url, ...request.headers });
    answer.setHeader("content-type", "text/html");
    answer.end("<!doctype html><title>second</title><link rel=icon href=data:,><a href=/further>further</a>");
  });
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  return { heads, site, address: `http://127.0.0.1:${site.address().port}` };
}

test("who leaves the page for another site tells it nothing: no Referer, no token (row W9)", () =>
  visit(async (host, { browser }) => {
    await host.newGame({ way: "friend" });
    const link = await host.named("guest-link").inputValue();
    const token = link.slice(link.indexOf("#enter=") + 7);
    assert.match(token, /^[0-9a-f]{32}$/);
    const second = await secondSite();
    const context = await browser.newContext();
    context.setDefaultTimeout(PATIENCE);
    try {
      const guest = new Person(await context.newPage(), host.address);
      await guest.open(link);
      // As a person leaves who follows a link, which the page itself does not have.
      const leave = (address) => {
        const away = Object.assign(document.createElement("a"), { href: address });
        document.body.append(away);
        away.click();
      };
      await guest.page.evaluate(leave, `${second.address}/first`);
      await guest.page.waitForURL(`${second.address}/first`);
      // The same browser does name the page that it comes from where nothing forbids it.
      await guest.page.getByRole("link").click();
      await guest.page.waitForURL(`${second.address}/further`);
      const [first, further] = ["/first", "/further"].map((path) => second.heads.find((head) => head.path === path));
      assert.equal(first.referer, undefined);
      assert.equal(further.referer, `${second.address}/first`);
      assert.ok(!JSON.stringify(second.heads).includes(token));
      await guest.page.goBack();
      await guest.page.goBack();
      await guest.page.waitForSelector("#board .points");
      assert.equal(guest.page.url(), new URL("/", host.address).href, "nor does the history hold the token");
    } finally {
      await context.close();
      second.site.close();
    }
  }));
