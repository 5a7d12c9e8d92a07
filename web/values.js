// SPDX-License-Identifier: MIT
// Words and colours for values, grades of moves.
import { plural } from "./dom.js";

// ---- values ----------------------------------------------------------------------------------

const words = { win: "wins", loss: "loses", draw: "draws" };
const opposite = { win: "loss", loss: "win", draw: "draw" };
// A puzzle has one player, and its values say how many moves it takes.
export const isPuzzle = (table) => table?.metric === "moves";
const ofPuzzle = (v) => v.moves_to_goal !== undefined;
export const otherSide = (side) => (side === "black" ? "white" : "black");
// Whether the side to move before is that after it, too: it has an extra turn. (Each is a position
// or a move with its `turn`; a puzzle has none.)
export const movesAgain = (before, after) => Boolean(after.turn) && after.turn === before.turn;
const rank = { win: 2, draw: 1, loss: 0, solvable: 2, unsolvable: 0 };

// The number that goes with a value: plies, points, moves to the goal, plies to zeroing, or none.
const amount = (v) =>
  v.value === "draw" || !v.value
    ? null
    : (v.score ?? v.plies ?? v.moves_to_goal ?? v.plies_to_zeroing ?? v.plies_past_rule ?? null);
// Whether the n-move rule makes a draw of it.
export const isPastRule = (v) => v.category === "cursed-win" || v.category === "blessed-loss";

// "W7", "D", "L12"; for distances from the start and in puzzles "7".
export function label(v) {
  if (v.plies_from_start !== undefined)
    return v.plies_from_start === null ? "–" : String(v.plies_from_start);
  if (!v.value) return "";
  const n = amount(v);
  if (ofPuzzle(v)) return n === null ? "–" : String(n);
  return (v.category ?? v.value)[0].toUpperCase() + (n === null ? "" : Math.abs(n));
}

// Whether it is a win or a loss because play never ends: such a value has no number of moves.
export const isEndless = (v) => (v.value === "win" || v.value === "loss") && v.plies === null;

// "wins in 7", "draws", "loses by 3", "wins by endless play", "solved in 7 moves".
export function phrase(v) {
  if (v.plies_from_start !== undefined)
    return v.plies_from_start === null
      ? "never reached"
      : `${plural(v.plies_from_start, "move")} from the start`;
  if (!v.value) return "not in the table";
  if (isEndless(v)) return `${words[v.value]} by endless play`;
  const n = amount(v);
  if (ofPuzzle(v)) return n === null ? "no solution" : `solved in ${plural(n, "move")}`;
  if (n === null) return words[v.value];
  if (isPastRule(v))
    return `${words[v.value]} but for the rule of moves, ${plural(n, "move")} late`;
  if (v.category) return `${words[v.value]}, zeroing in ${n}`;
  return `${words[v.value]} ${typeof v.score === "number" ? "by" : "in"} ${Math.abs(n)}`;
}

// How far a move is from the best one: 0 is equally good, 3 is far away.
export function paleness(v, best) {
  if (!v.value || !best?.value || v.best) return v.best || !v.value ? 0 : 1;
  if (v.value !== best.value)
    return rank[best.value] - rank[v.value] > 1 || v.value === "loss" ? 3 : 2;
  if (isEndless(v) !== isEndless(best)) return 3;
  if (isPastRule(v) !== isPastRule(best)) return 2;
  const lost = Math.abs((amount(v) ?? 0) - (amount(best) ?? 0));
  return lost === 0 ? 0 : lost <= 4 ? 1 : lost <= 12 ? 2 : 3;
}

// The class of a value's colour.
export const shade = (value) =>
  `v-${{ solvable: "win", unsolvable: "loss" }[value] ?? value ?? "none"}`;
export const tone = (v, best) => `${shade(v.value)} p${paleness(v, best)}`;

// What a move gave away: `before` is the value for its maker, `after` that of the position it led
// to, for the side to move there: the other one, as a rule.
// { error: "outcome" | "slower" | null, text }
export function grade(before, after) {
  const none = { error: null, text: "" };
  if (!before?.value || !after?.value) return none;
  if (ofPuzzle(before)) return gradeOfPuzzle(before, after);
  const now = movesAgain(before, after) ? after.value : opposite[after.value];
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
  if (now === "win" && isEndless(after) && !isEndless(before))
    return { error: "slower", text: "wins only by endless play" };
  // (Plies to zeroing begin anew, so how much later a win comes is not told.)
  if (before.category) {
    const [late, inTime] = now === "win" ? [after, before] : [before, after];
    const isWorse = isPastRule(late) && !isPastRule(inTime);
    return isWorse ? { error: "outcome", text: "gave away what the rule of moves decides" } : none;
  }
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

function gradeOfPuzzle(before, after) {
  if (after.value === "unsolvable" && before.value === "solvable")
    return { error: "outcome", text: "left no way to the goal" };
  const worse = (amount(after) ?? 0) + 1 - (amount(before) ?? 0);
  if (after.value !== "solvable" || worse <= 0) return { error: null, text: "" };
  return { error: "slower", text: `made it ${plural(worse, "move")} longer` };
}

// What a finished game is worth to the side to move: it has lost, won, or neither.
export const finished = (answer) =>
  answer.result?.solved === undefined
    ? finishedGame(answer)
    : {
        value: answer.result.solved ? "solvable" : "unsolvable",
        moves_to_goal: answer.result.solved ? 0 : null,
      };
const finishedGame = (answer) => ({
  value: answer.result?.winner ? (answer.result.winner === answer.turn ? "win" : "loss") : "draw",
  plies: answer.metric === "distance" ? 0 : undefined,
});

export const metricName = (metric) =>
  metric.startsWith("reach")
    ? "how far from the start"
    : ({
        score: "who wins, and by how much",
        outcome: "who wins",
        dtz: "who wins with the rule of moves, and how soon the next capture or pawn move comes",
        moves: "in how many moves it is solved",
      }[metric] ?? "who wins, and how soon");
