// SPDX-License-Identifier: MIT
// Requests what the address needs while the rest of the page is still loading.

// What an address asks for: { id, position, moves, puzzle, unknown }. A puzzle is { position,
// search }, the search by its parts. (In a single file it follows the "#".) Conditions for puzzles
// include those of the game: anything that is on is taken for one.
export function asked() {
  const query = (location.protocol === "file:" ? location.hash : location.search).slice(1);
  const given = Object.fromEntries(
    query
      .split("&")
      .filter(Boolean)
      .map((pair) => [pair.split("=")[0], pair.slice((pair + "=").indexOf("=") + 1)]),
  );
  const read = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  const spaced = (text) => (text ? read(text.replace(/[_+]/g, " ")) : null);
  const path = location.pathname.match(/^\/table\/([^/]+)/);
  const { position, moves, puzzle, ...rest } = given;
  const ofSearch = ([name, value]) =>
    puzzle && (/^(seed|from|to)$/.test(name) ? /^\d+$/.test(value) : value === "1");
  return {
    id: path && read(path[1]),
    position: spaced(position),
    moves: moves ? moves.split(",").filter(Boolean).map(read) : [],
    puzzle: puzzle
      ? {
          position: spaced(puzzle),
          search: Object.fromEntries(Object.entries(rest).filter(ofSearch)),
        }
      : null,
    unknown: Object.entries(rest)
      .filter((pair) => !ofSearch(pair))
      .map(([name]) => read(name)),
  };
}

// Answers that are awaited, by path; request() in util.js takes them.
export const early = new Map();

const { id, position, puzzle } = asked();
if (location.protocol !== "file:" && id) {
  const path = `/api/v1/tables/${encodeURIComponent(id)}`;
  const kept = history.state;
  const place = kept ? kept.nodes?.[kept.at]?.position : puzzle ? null : position;
  for (const address of [
    path,
    `${path}/position?${place ? `position=${encodeURIComponent(place)}&` : ""}absent=1`,
  ]) {
    const answer = fetch(address);
    answer.catch(() => {});
    early.set(address, answer);
  }
}
