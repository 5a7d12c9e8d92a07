// SPDX-License-Identifier: MIT
// Says what a position is worth, what its moves are worth, and how best play goes on:
//   node best_moves.mjs TABLE [POSITION]
// TABLE is a file or the address of a published table; without a position it is the start.
import { GameOver, ZermeloError, open } from "zermelo-probe";

async function printAnswer(table, position) {
  console.log(`value: ${(await table.probe(position)).text}`);
  for (const { move, text } of await table.moves(position)) console.log(`  ${move}: ${text}`);
  const line = await table.line(position, 20);
  console.log(`line: ${line.moves.join(" ")} ${line.complete ? "(the game is over)" : "..."}`);
}

const [file, position] = process.argv.slice(2);
if (file === undefined) {
  console.error("usage: node best_moves.mjs TABLE [POSITION]");
  process.exit(2);
}
try {
  const table = await open(file);
  await printAnswer(table, position ?? (await table.opening()));
  table.close();
} catch (error) {
  if (!(error instanceof ZermeloError)) throw error;
  console.error(error.message);
  process.exitCode = error instanceof GameOver ? 0 : 1;
}
