// SPDX-License-Identifier: MIT
// Words and colours for values, grades of moves.
import { plural } from "./dom.js";

// ---- values ----------------------------------------------------------------------------------

const words = { win: "wins", loss: "loses", draw: "draws" };
const opposite = { win: "loss", loss: "win", draw: "draw" };
export const otherSide = (side) => (side === "black" ? "white" : "black");
const rank = { win: 2, draw: 1, loss: 0 };

// The number that goes with a value: plies, points, or none.
const amount = (v) => (v.value === "draw" || !v.value ? null : (v.score ?? v.plies ?? null));

// "W7", "D", "L12"; for distances from the start "7".
export function label(v) {
  if (v.plies_from_start !== undefined)
    return v.plies_from_start === null ? "–" : String(v.plies_from_start);
  if (!v.value) return "";
  const n = amount(v);
  return v.value[0].toUpperCase() + (n === null ? "" : Math.abs(n));
}

// "wins in 7", "draws", "loses by 3".
export function phrase(v) {
  if (v.plies_from_start !== undefined)
    return v.plies_from_start === null
      ? "never reached"
      : `${plural(v.plies_from_start, "move")} from the start`;
  if (!v.value) return "not in the table";
  const n = amount(v);
  if (n === null) return words[v.value];
  return `${words[v.value]} ${typeof v.score === "number" ? "by" : "in"} ${Math.abs(n)}`;
}

// How far a move is from the best one: 0 is equally good, 3 is far away.
export function paleness(v, best) {
  if (!v.value || !best?.value || v.best) return v.best || !v.value ? 0 : 1;
  if (v.value !== best.value)
    return rank[best.value] - rank[v.value] > 1 || v.value === "loss" ? 3 : 2;
  const lost = Math.abs((amount(v) ?? 0) - (amount(best) ?? 0));
  return lost === 0 ? 0 : lost <= 4 ? 1 : lost <= 12 ? 2 : 3;
}

export const tone = (v, best) => `v-${v.value ?? "none"} p${paleness(v, best)}`;

// What a move gave away: `before` is the value for its maker, `after` that of the position it led
// to, for the other side. { error: "outcome" | "slower" | null, text }
export function grade(before, after) {
  const none = { error: null, text: "" };
  if (!before?.value || !after?.value) return none;
  const now = opposite[after.value];
  if (rank[now] < rank[before.value])
    return {
      error: "outcome",
      text:
        now === "draw"
          ? "gave the win away"
          : before.value === "win"
            ? "turned a win into a loss"
            : "gave the draw away",
    };
  if (now !== before.value || now === "draw") return none;
  const scores = typeof before.score === "number";
  if (scores && typeof after.score !== "number") return none;
  const was = Math.abs(amount(before) ?? 0);
  const is = Math.abs(amount(after) ?? 0) + (scores ? 0 : 1);
  if (amount(before) === null || amount(after) === null) return none;
  const worse = scores
    ? now === "win"
      ? was - is
      : is - was
    : now === "win"
      ? is - was
      : was - is;
  if (worse <= 0) return none;
  const verb = now === "win" ? "wins" : "loses";
  return {
    error: "slower",
    text: scores
      ? `${verb} by ${plural(worse, "point")} ${now === "win" ? "less" : "more"}`
      : `${verb} ${plural(worse, "move")} ${now === "win" ? "later" : "sooner"}`,
  };
}

// What a finished game is worth to the side to move: it has lost, won, or neither.
export const finished = (answer) => ({
  value: answer.result?.winner ? (answer.result.winner === answer.turn ? "win" : "loss") : "draw",
  plies: answer.metric === "distance" ? 0 : null,
});

export const metricName = (metric) =>
  metric.startsWith("reach")
    ? "how far from the start"
    : ({ score: "who wins, and by how much", outcome: "who wins" }[metric] ??
      "who wins, and how soon");
