// SPDX-License-Identifier: MIT
// Probes 10,000 positions of a table, drawn at random, and prints by how much memory has grown, in
// MB: node --expose-gc memory.mjs TABLE, with the package's index.js in PACKAGE.
const { open } = await import(process.env.PACKAGE);

globalThis.gc();
const before = process.memoryUsage().rss;
const table = await open(process.argv[2]);
let answers = 0;
let most = 0;
for (let n = 0; n < 100; ++n) {
  const positions = await table.random(100, n);
  for (const position of positions) {
    await table.probe(position);
    ++answers;
  }
  most = Math.max(most, process.memoryUsage().rss);
}
console.log(JSON.stringify({ megabytes: Math.round((most - before) / 1e6), answers }));
