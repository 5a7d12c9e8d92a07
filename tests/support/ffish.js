// SPDX-License-Identifier: MIT
// What the npm package ffish (Fairy-Stockfish, GPL; not part of this project) says about variants.
//   node ffish.js FFISH VARIANT DEPTH [FILE.ini] < FENS
// FFISH is the package, as node resolves it. Prints the number of leaves of the tree of moves from the
// start (DEPTH 0: 0), then a line for each position: its result or *, and its moves, sorted, as UCI=FEN after it.
// Exits with 77 if there is no such package.
delete globalThis.fetch; // (Else the package tries to fetch its own code.)
const fs = require("fs");
const [, , where, variant, depth, file] = process.argv;
let ffish;
try {
  ffish = require(where);
} catch {
  process.exit(77);
}

const movesOf = (board) => board.legalMoves().split(" ").filter((move) => move);

function perft(board, depth) {
  if (depth === 1) return board.numberLegalMoves();
  let leaves = 0;
  for (const move of movesOf(board)) {
    board.push(move);
    leaves += perft(board, depth - 1);
    board.pop();
  }
  return leaves;
}

// Board, side to move, castling, and counters of checks. (En passant's field may hold a counting rule's number instead.)
function shortened(fen) {
  const fields = fen.split(" ");
  const checks = (fields[4] ?? "").includes("+") ? [fields[4]] : [];
  return [...fields.slice(0, 3), ...checks].join(" ");
}

function after(board, move) {
  board.push(move);
  const fen = shortened(board.fen());
  board.pop();
  return `${move}=${fen}`;
}

function answer(fen) {
  const board = new ffish.Board(variant, fen);
  const moves = movesOf(board)
    .map((move) => after(board, move))
    .sort();
  const results = { "1-0": board.turn() ? 1 : -1, "0-1": board.turn() ? -1 : 1, "1/2-1/2": 0 };
  const result = moves.length > 0 ? "*" : results[board.result()];
  board.delete();
  return [result, ...moves].join("|");
}

function main() {
  new ffish.Board("chess").delete(); // (Before variants are loaded.)
  if (file) ffish.loadVariantConfig(fs.readFileSync(file, "utf8"));
  const board = new ffish.Board(variant);
  const tell = (line) => fs.writeSync(1, `${line}\n`); // (At once: the package may crash.)
  tell(depth === "0" ? 0 : perft(board, Number(depth)));
  for (const fen of fs.readFileSync(0, "utf8").split("\n")) if (fen) tell(answer(fen));
}

ffish.onRuntimeInitialized = () => setTimeout(main, 1);
