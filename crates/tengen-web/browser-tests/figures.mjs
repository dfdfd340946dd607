// Measures the page: weight, first paint, shifts while a program thinks.
// `cargo xtask page-figures`

import { PATIENCE, Person, startBrowser, startServer } from "./harness.mjs";

const RUNS = 5;
const server = await startServer();
const browser = await startBrowser();

/** One fresh visit. */
async function visit() {
  const profile = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB" });
  const page = await profile.newPage();
  let bytes = 0;
  let files = 0;
  page.on("response", async (response) => {
    if (response.request().method() !== "GET") return;
    const body = await response.body().catch(() => Buffer.alloc(0));
    bytes += body.length;
    files += 1;
  });
  await page.addInitScript(() => {
    globalThis.shifts = 0;
    globalThis.moved = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        globalThis.shifts += entry.value;
        globalThis.moved.push(...entry.sources.map(({ node }) => node?.className ?? node?.nodeName ?? "gone"));
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  const person = new Person(page, server.address);
  await person.open();
  const paint = await page.evaluate(
    () =>
      new Promise((done) => {
        new PerformanceObserver((list, observer) => {
          const entry = list.getEntriesByName("first-contentful-paint")[0];
          if (!entry) return;
          observer.disconnect();
          done(entry.startTime);
        }).observe({ type: "paint", buffered: true });
      }),
  );
  await person.newGame({ level: "master", clock: "move5" });
  page.setDefaultTimeout(PATIENCE);
  await page.evaluate(() => {
    globalThis.shifts = 0;
    globalThis.moved = [];
  });
  await person.place("H8");
  await person.hears(/thinking/);
  await person.hasStones(2);
  const { shifts, moved } = await page.evaluate(() => ({ shifts: globalThis.shifts, moved: globalThis.moved }));
  await profile.close();
  return { bytes, files, paint, shifts, moved };
}

const visits = [];
for (let run = 0; run < RUNS; run++) visits.push(await visit());
const paints = visits.map(({ paint }) => paint).sort((a, b) => a - b);
console.log(`weight: ${visits[0].bytes} bytes in ${visits[0].files} files`);
console.log(`first contentful paint of ${RUNS} visits: ${paints.map((paint) => `${paint.toFixed(0)} ms`).join(", ")}`);
console.log(`layout shift from a stone to the answer: ${Math.max(...visits.map(({ shifts }) => shifts)).toFixed(4)}`);
const moved = new Set(visits.flatMap((visit) => visit.moved));
if (moved.size > 0) console.log(`what moved: ${[...moved].join(", ")}`);
await browser.close();
await server.stop();
