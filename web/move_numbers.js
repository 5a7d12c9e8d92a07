// SPDX-License-Identifier: MIT
// Numbers of moves, as people write them in front: the program's text (probe/move_numbers.h says
// how), so that the page and the program write a game alike.
import { isPuzzle, movesAgain } from "./values.js";
import { page } from "./store.js";

// What stands before the moves of a line: for each { next, begin }, where it follows the move
// before, and where it begins a line elsewhere. again[i]: whether the side that makes move i makes
// the next one, too; isAlone: whether one player is alone with a puzzle.
export function moveNumbers(again, isAlone) {
  let turn = 0;
  let inTurn = false; // the side that moved last moves again
  return again.map((more, i) => {
    const begin = `${Math.floor(turn / 2) + 1}${turn % 2 === 0 ? "." : "..."} `;
    const turns = turn % 2 === 0 ? `  ${begin}` : " ";
    const next = i === 0 ? begin : inTurn ? ", " : turns;
    inTurn = more && !isAlone;
    if (isAlone) turn += 2;
    else if (!more) turn += 1;
    return { next, begin };
  });
}

// Of the game on the page: numbersOfGame()[i] belongs to the move that leads to node i + 1.
export const numbersOfGame = () =>
  moveNumbers(
    page.nodes.slice(1).map((node, i) => movesAgain(page.nodes[i], node)),
    isPuzzle(page.table),
  );
