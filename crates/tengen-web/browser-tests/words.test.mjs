// The two language files: complete, alike, and enough for the page and the server.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import test from "node:test";

const page = fileURLToPath(new URL("../page/", import.meta.url));
const languages = await Promise.all(["en", "zh"].map(async (name) => JSON.parse(await readFile(`${page}i18n/${name}.json`, "utf8"))));
const [en, zh] = languages;

/** All files below a folder with that ending. */
async function filesBelow(folder, ending) {
  const names = await readdir(folder, { recursive: true });
  return Promise.all(names.filter((name) => name.endsWith(ending)).map((name) => readFile(`${folder}/${name}`, "utf8")));
}

const slots = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

test("both languages hold the same keys with the same slots", () => {
  assert.deepEqual(Object.keys(zh).sort(), Object.keys(en).sort());
  for (const key of Object.keys(en)) {
    // A form for one may spell the number out.
    const wanted = new Set(slots(key.endsWith(".one") ? zh[key] : en[key]));
    assert.deepEqual(new Set(slots(zh[key])), wanted, key);
  }
});

test("no sentence is empty, and Chinese is Chinese", () => {
  const mayBeEmpty = new Set(["sentence.gap"]);
  for (const table of languages) {
    for (const [key, text] of Object.entries(table)) assert.ok(text !== "" || mayBeEmpty.has(key), key);
  }
  const foreign = Object.entries(zh).filter(([key, text]) => /[A-Za-z]{4,}/.test(text.replace(/\{\w+\}/g, "")) && !/^(about|language\.other|protocol\.swap2|open\.|start\.failed|tabs|opponent)/.test(key) && !/SGF|Ctrl|--host/.test(text));
  assert.deepEqual(foreign, []);
});

test("every key that the page names is there, and every key is named by somebody", async () => {
  const sources = (await filesBelow(`${page}js`, ".js")).join("\n");
  const server = (await filesBelow(fileURLToPath(new URL("../src", import.meta.url)), ".rs")).join("\n");
  const documents = await readFile(new URL("../../../docs/web-messages.md", import.meta.url), "utf8");
  const missing = [...sources.matchAll(/\bt\(\s*"([^"]+)"/g)].map((match) => match[1]).filter((key) => !(key in en));
  assert.deepEqual(missing, []);
  const named = [...sources.matchAll(/"((?:read|lost)\.[a-z_]+)"/g)].map((match) => match[1]).filter((key) => !(key in en));
  assert.deepEqual(named, [], "keys of the tables");
  const keys = /"((?:status|refused|error|over|hint|act|seat)\.[a-z_.-]*[a-z])"|Text::new\("([^"]+)"\)/g;
  const told = [...server.matchAll(keys)].map((match) => match[1] ?? match[2]).filter((key) => !(key in en));
  assert.deepEqual(told, [], "keys of the server");
  const described = documents.slice(documents.indexOf("## Texts"));
  const inTable = [...described.matchAll(/`([a-z_]+(?:\.[a-z0-9_-]+)+)`/g)].map((match) => match[1]);
  assert.deepEqual(inTable.filter((key) => !(key in en)), [], "keys of the documentation");
  // Keys with a part that is made at run time count by what stands before it.
  const all = sources + server + described;
  const prefixes = [...sources.matchAll(/`([a-z_.]+\.)\$\{/g)].map((match) => match[1]);
  const unused = Object.keys(en).filter((key) => {
    const base = key.replace(/(\.(one|about|short))+$/, "");
    return !all.includes(`"${base}"`) && !described.includes(base.slice(base.lastIndexOf("."))) && !prefixes.some((prefix) => key.startsWith(prefix)) && !all.includes(`"${base.slice(0, base.lastIndexOf(".") + 1)}`);
  });
  assert.deepEqual(unused, []);
});
