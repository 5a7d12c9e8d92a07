// SPDX-License-Identifier: MIT
// The page in one file, as web/index.html says: node inline.mjs WEB_FOLDER DATA.json > page.html
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

export function inlined(web, data) {
  const read = (name) => readFileSync(path.join(web, name), "utf8");
  const address = (type, text) => `data:${type};base64,${Buffer.from(text).toString("base64")}`;
  const named = (text) =>
    text.replace(/(\bfrom |\bimport |\bimport\()"\.\/([^"]+)"/g, '$1"zermelo/$2"');
  const imports = {};
  for (const name of readdirSync(web).filter((file) => file.endsWith(".js")))
    imports[`zermelo/${name}`] = address("text/javascript", named(read(name)));
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  const map = `<script type="importmap">${JSON.stringify({ imports })}</script>\n`;
  const held = `<script type="application/json" id="zermelo-export">${json}</script>\n`;
  return read("index.html")
    .replace(
      /<link rel="stylesheet" href="\/assets\/([^"]+)" \/>/,
      (_, name) => `<style>${read(name)}</style>`,
    )
    .replace(
      /(<link rel="icon" href=")\/assets\/([^"]+)"/,
      (_, before, name) => `${before}${address("image/svg+xml", read(name))}"`,
    )
    .replace(/<link rel="modulepreload"[^>]*>\n/g, "")
    .replace(
      /<script type="module"([^>]*) src="\/assets\/([^"]+)"><\/script>/g,
      (_, more, name) => `<script type="module"${more}>import "zermelo/${name}";</script>`,
    )
    .replace("<script", () => `${map}${held}<script`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.stdout.write(inlined(process.argv[2], JSON.parse(readFileSync(process.argv[3], "utf8"))));
