// SPDX-License-Identifier: MIT
// The verdict above the board, and the same in words for every node of the game.
import { byId, capital, plural } from "./dom.js";
import { grade, isEndless, isPastRule, isPuzzle, movesAgain, phrase } from "./values.js";
import { page } from "./store.js";
import { numbersOfGame } from "./move_numbers.js";

// (Without the rules of a game nobody knows who is to move.)
export const sideName = (side) => (side ? capital(side) : "The side to move");
const other = { black: "white", white: "black" };

// Of a puzzle, which nobody wins.
function verdictOfPuzzle(a) {
  const sub = page.at ? `After ${plural(page.at, "move")}` : "To be solved";
  if (a.over)
    return {
      head: a.result?.solved ? "Solved" : (a.result?.sentence ?? "No solution"),
      sub,
      side: a.result?.solved ? "goal" : "none",
    };
  if (!a.value) return { head: "Not in this table", sub, side: "none" };
  if (a.value === "unsolvable") return { head: "No solution", sub, side: "none" };
  return { head: `Solved in ${plural(a.moves_to_goal, "move")}`, sub, side: "goal" };
}

// The value as one sentence, the colour it is good for, and a line below.
export function verdictOf(a) {
  if (isPuzzle(page.table)) return verdictOfPuzzle(a);
  const toMove = a.turn ? `${sideName(a.turn)} to move` : "The rules are not here";
  if (a.over)
    return {
      head: a.result?.sentence ?? "The game is over.",
      sub: page.at ? `After ${plural(page.at, "move")}` : "The game is over.",
      side: a.result?.winner ?? "both",
    };
  if (a.metric?.startsWith("reach")) {
    const n = a.plies_from_start;
    return {
      head:
        n === null || n === undefined
          ? "Play never comes here"
          : n === 0
            ? "The start"
            : `${plural(n, "move")} from the start`,
      sub: toMove,
      side: a.turn,
    };
  }
  if (!a.value) return { head: "Not in this table", sub: toMove, side: "none" };
  if (a.value === "draw") return { head: "A draw with best play", sub: toMove, side: "both" };
  const winner = a.value === "win" ? a.turn : other[a.turn];
  const wins = a.turn
    ? `${sideName(winner)} wins`
    : `${sideName(null)} ${a.value === "win" ? "wins" : "loses"}`;
  const counting = a.counting ? `. ${a.counting.text}` : "";
  if (isPastRule(a))
    return {
      head: `${sideName(winner)} wins, but for the rule of moves`,
      sub: `${toMove}: ${plural(a.plies_past_rule, "move")} too late`,
      side: "both",
    };
  if (a.category)
    return {
      head: wins,
      sub: `${toMove}: next capture or pawn move in ${plural(a.plies_to_zeroing, "move")}`,
      side: winner ?? "none",
    };
  const by = typeof a.score === "number" ? ` by ${Math.abs(a.score)}` : "";
  const soon = isEndless(a)
    ? " by endless play"
    : typeof a.plies === "number"
      ? ` in ${plural(a.plies, "move")}`
      : "";
  return { head: `${wins}${by}${soon}`, sub: `${toMove}${counting}`, side: winner ?? "none" };
}

// Who moves in the place shown, if that is not in the sentence: with extra turns one cannot know.
function turnOf(answer) {
  if (!answer.turn) return "";
  const again = page.at > 0 && !answer.over && movesAgain(page.nodes[page.at - 1], answer);
  return `${sideName(answer.turn)} to move${again ? " again" : ""}`;
}

export function showVerdict(head, sub, side, error) {
  byId("verdict-head").textContent = head;
  byId("verdict-sub").textContent = sub;
  byId("verdict-sub").className = error ?? "";
  byId("verdict-dot").className = `dot ${side}`;
}

// The grade of the move that led to node i.
export const gradeOf = (i) =>
  i > 0 ? grade(page.nodes[i - 1], page.nodes[i]) : { error: null, text: "" };

// `numbers`: those of the game.
export function nodeText(i, numbers = numbersOfGame()) {
  const node = page.nodes[i];
  const what = i === 0 ? "The start" : `after ${numbers[i - 1].begin}${node.move.move}`;
  const value = node.over
    ? node.over
    : node.value
      ? `: ${isPuzzle(page.table) ? "" : `${sideName(node.turn)} `}${phrase(node)}`
      : "";
  const g = page.hidden ? { text: "" } : gradeOf(i);
  return `${what}${page.hidden ? "" : value}${g.text ? ` (${g.text})` : ""}`;
}

// The place shown, to be read aloud.
export function told() {
  const { answer } = page;
  const { head } = verdictOf(answer);
  const turn = turnOf(answer);
  if (page.hidden && !answer.over) return turn ? `${turn}.` : "";
  return answer.over || !turn ? `${head}.` : `${head}. ${turn}.`;
}

// The verdict on the place shown.
export function drawVerdict() {
  const { answer, at, nodes } = page;
  const { head, sub: below, side } = verdictOf(answer);
  const turn = turnOf(answer);
  if (page.hidden && !answer.over)
    return showVerdict(turn || below, "Values are hidden", answer.turn ?? "none");
  const sub = turn.endsWith("again") ? turn : below;
  const given = at > 0 && !answer.over ? gradeOf(at) : { text: "" };
  const said = given.text ? `${sub}. ${nodes[at].move.move} ${given.text}` : sub;
  return showVerdict(head, said, side, given.error);
}
