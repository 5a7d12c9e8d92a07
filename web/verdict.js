// SPDX-License-Identifier: MIT
// The verdict above the board, and the same in words for every node of the game.
import { byId, capital, plural } from "./dom.js";
import { grade, phrase } from "./values.js";
import { page } from "./store.js";

export const sideName = (side) => capital(side);
const other = { black: "white", white: "black" };

// The value as one sentence, the colour it is good for, and a line below.
export function verdictOf(a) {
  const mover = sideName(a.turn);
  const toMove = `${mover} to move`;
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
  const by = typeof a.score === "number" ? ` by ${Math.abs(a.score)}` : "";
  const soon = typeof a.plies === "number" ? ` in ${plural(a.plies, "move")}` : "";
  return { head: `${sideName(winner)} wins${by}${soon}`, sub: toMove, side: winner };
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

export function nodeText(i) {
  const node = page.nodes[i];
  const what = i === 0 ? "The start" : `after move ${i}, ${node.move.move}`;
  const value = node.over
    ? node.over
    : node.value
      ? `: ${sideName(node.turn)} ${phrase(node)}`
      : "";
  const g = page.hidden ? { text: "" } : gradeOf(i);
  return `${what}${page.hidden ? "" : value}${g.text ? ` (${g.text})` : ""}`;
}

// The place shown, to be read aloud.
export function told() {
  const { answer } = page;
  const { head, sub } = verdictOf(answer);
  if (page.hidden && !answer.over) return `${sideName(answer.turn)} to move.`;
  return `${head}. ${answer.over ? "" : sub}.`;
}

// The verdict on the place shown.
export function drawVerdict() {
  const { answer, at, nodes } = page;
  const { head, sub, side } = verdictOf(answer);
  if (page.hidden && !answer.over)
    return showVerdict(`${sideName(answer.turn)} to move`, "Values are hidden", answer.turn);
  const given = at > 0 && !answer.over ? gradeOf(at) : { text: "" };
  const said = given.text ? `${sub}. ${nodes[at].move.move} ${given.text}` : sub;
  return showVerdict(head, said, side, given.error);
}
