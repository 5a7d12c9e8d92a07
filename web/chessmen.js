// SPDX-License-Identifier: MIT
// Chess men as outlines, drawn for this page: in hundredths of a square, around its middle.
const foot = "M-27 36 L-27 30 Q-27 24 -20 24 L20 24 Q27 24 27 30 L27 36 Z";

const outlines = {
  pawn: [
    foot,
    "M-15 24 Q-6 12 -8 0 L-13 -4 L13 -4 L8 0 Q6 12 15 24 Z",
    "M0 -32 A14 14 0 1 1 -0.01 -32 Z",
  ].join(" "),
  rook: [
    foot,
    "M-18 24 L-15 -8 L-23 -14 L-23 -34 L-13 -34 L-13 -27 L-5 -27 L-5 -34 L5 -34 L5 -27",
    "L13 -27 L13 -34 L23 -34 L23 -14 L15 -8 L18 24 Z",
  ].join(" "),
  bishop: [
    foot,
    "M-15 24 Q-8 16 -10 8 Q-22 -2 -16 -14 Q-10 -26 0 -33 Q10 -26 16 -14 Q22 -2 10 8 Q8 16",
    "15 24 Z",
    "M0 -42 A5 5 0 1 1 -0.01 -42 Z",
  ].join(" "),
  knight: [
    foot,
    "M-17 24 Q-18 10 -4 -2 Q-2 -6 -8 -5 Q-16 0 -22 3 L-27 -3 Q-22 -10 -18 -18 Q-14 -26 -9",
    "-28 L-8 -37 L0 -30 Q16 -26 20 -8 Q23 8 19 24 Z",
  ].join(" "),
  queen: [
    foot,
    "M-19 24 L-26 -18 L-13 -4 L-11 -29 L0 -7 L11 -29 L13 -4 L26 -18 L19 24 Z",
    "M-26 -26 A5 5 0 1 1 -26.01 -26 Z",
    "M-11 -38 A5 5 0 1 1 -11.01 -38 Z",
    "M11 -38 A5 5 0 1 1 10.99 -38 Z",
    "M26 -26 A5 5 0 1 1 25.99 -26 Z",
  ].join(" "),
  king: [
    foot,
    "M-18 24 Q-20 16 -28 4 Q-32 -10 -19 -14 Q-8 -16 0 -5 Q8 -16 19 -14 Q32 -10 28 4 Q20",
    "16 18 24 Z",
    "M-4 -12 L-4 -26 L-12 -26 L-12 -33 L-4 -33 L-4 -42 L4 -42 L4 -33 L12 -33 L12 -26 L4",
    "-26 L4 -12 Z",
  ].join(" "),
};

// The outline of a kind of man by its name; none but of the six orthodox ones.
export const outlineOf = (name) => outlines[name] ?? null;

// Xiangqi's and janggi's men, and shogi's, have characters: White's (Red's), and Black's if it is
// another one.
const xiangqi = {
  king: "帥將",
  fers: "仕士",
  wazir: "士",
  elephant: "相象",
  janggiElephant: "象",
  horse: "傌馬",
  rook: "俥車",
  cannon: "炮砲",
  janggiCannon: "包",
  soldier: "兵卒",
};
const shogi = {
  king: "玉王",
  rook: "飛",
  bishop: "角",
  gold: "金",
  silver: "銀",
  shogiKnight: "桂",
  lance: "香",
  shogiPawn: "歩",
  bers: "龍",
  dragonHorse: "馬",
  "promoted rook": "龍",
  "promoted bishop": "馬",
  "promoted silver": "全",
  "promoted shogiKnight": "圭",
  "promoted lance": "杏",
  "promoted shogiPawn": "と",
};

function charactersFor(kinds) {
  const names = new Set(kinds.map(({ name }) => name));
  if (names.has("horse") && names.has("soldier")) return xiangqi;
  const hasLetter = (name, letter) => kinds.some((k) => k.name === name && k.letter === letter);
  return hasLetter("shogiPawn", "P") && hasLetter("gold", "G") ? shogi : null;
}

// Whether men promote to what they promote to in shogi. (Elsewhere, a pawn may become a rook.)
const promotesAsShogi = (names) =>
  [
    ["rook", "bers"],
    ["bishop", "dragonHorse"],
  ].every(([low, high]) => !names.has(low) || (names.has(high) && names.has(`promoted ${low}`)));

// The character of one kind of man of a variant with these kinds; null if it has none.
export function characterOf({ name }, white, kinds) {
  const characters = charactersFor(kinds);
  if (!characters) return null;
  const low = name.replace(/^promoted /, "");
  const isUsual = low === name || promotesAsShogi(new Set(kinds.map((kind) => kind.name)));
  const both = characters[isUsual ? name : low];
  if (!both) return null;
  return (isUsual ? "" : "+") + (white ? both[0] : both.at(-1));
}
