// SPDX-License-Identifier: MIT
// Where squares and hands are in a picture of a board. Lengths are in hundredths of a square.

export const cell = 100;
export const strip = 78; // the height of a hand, above or below the board

// `hands`: the pieces in hand have room above and below the board, each side's next to where it
// sits: White on the first ranks in chess variants, on the last ones elsewhere.
export function geometry(board, flipped, rim, hands = false, chess = false) {
  const { columns, rows } = board;
  const above = hands ? strip : 0;
  const place = (column, row) => [
    rim + cell * ((flipped ? columns - 1 - column : column) + 0.5),
    above + rim + cell * ((flipped ? row : rows - 1 - row) + 0.5),
  ];
  const width = cell * columns + 2 * rim;
  const height = cell * rows + 2 * (rim + above);
  return {
    columns,
    rows,
    rim,
    above,
    flipped,
    whiteBelow: flipped !== chess,
    place,
    width,
    height,
    centre: (square) => place(square % columns, Math.floor(square / columns)),
    inside: (column, row) => column >= 0 && row >= 0 && column < columns && row < rows,
    // The n-th of a side's `of` kinds in hand.
    hand: (white, n, of) => [
      rim + (cell * columns * (n + 0.5)) / of,
      white === (flipped !== chess) ? height - above / 2 : above / 2 + 13,
    ],
  };
}

export const squareName = ({ columns, files, ranks }, square) =>
  `${files?.[square % columns] ?? ""}${ranks?.[Math.floor(square / columns)] ?? ""}`;
