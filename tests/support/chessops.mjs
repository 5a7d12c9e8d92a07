// SPDX-License-Identifier: MIT
// What the npm package chessops (GPL; not part of this project) says about the variants of Lichess.
//   node chessops.mjs FOLDER VARIANT DEPTH < FENS
// FOLDER is the package. Prints the number of leaves of the tree of moves from the start, then a line for each position:
// its moves in UCI, sorted, with | between them. Exits with 77 if there is no such package.
import { readFileSync, writeSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , folder, variant, depth] = process.argv;

async function part(name) {
  return import(pathToFileURL(`${folder}/dist/esm/${name}.js`).href);
}
let compat, fen, util, variants;
try {
  compat = await part("compat");
  fen = await part("fen");
  util = await part("util");
  variants = await part("variant");
} catch {
  process.exit(77);
}

// Castling is one move here, that of the king; and a man to promote to is chosen.
const men = { chess: ["queen", "rook", "bishop", "knight"], antichess: ["queen", "rook", "bishop", "knight", "king"] };
function movesOf(position) {
  const moves = [];
  const promotions = men[position.rules] ?? men.chess;
  for (const [from, squares] of position.allDests()) {
    const isPawn = position.board.getRole(from) === "pawn";
    for (const to of squares) {
      const promotes = isPawn && (util.squareRank(to) === 0 || util.squareRank(to) === 7);
      for (const promotion of promotes ? promotions : [undefined]) moves.push({ from, to, promotion });
    }
  }
  return [...moves, ...dropsOf(position)];
}

function dropsOf(position) {
  const held = position.pockets?.[position.turn];
  if (!held) return [];
  const drops = [];
  for (const role of ["pawn", "knight", "bishop", "rook", "queen"]) {
    if (held[role] === 0) continue;
    for (const to of position.dropDests()) {
      const isLast = util.squareRank(to) === 0 || util.squareRank(to) === 7;
      if (role !== "pawn" || !isLast) drops.push({ role, to });
    }
  }
  return drops;
}

function perft(position, depth) {
  const moves = movesOf(position);
  if (depth === 1) return moves.length;
  let leaves = 0;
  for (const move of moves) {
    const after = position.clone();
    after.play(move);
    leaves += perft(after, depth - 1);
  }
  return leaves;
}

const rules = compat.lichessRules(variant);
const lines = [perft(variants.defaultPosition(rules), Number(depth))];
for (const text of readFileSync(0, "utf8").split("\n")) {
  if (!text) continue;
  const made = variants.setupPosition(rules, fen.parseFen(text).unwrap());
  if (made.isErr) lines.push("refused");
  else lines.push(movesOf(made.unwrap()).map((move) => util.makeUci(move)).sort().join("|"));
}
writeSync(1, lines.join("\n") + "\n");
