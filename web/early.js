// SPDX-License-Identifier: MIT
// Requests what the address needs while the rest of the page is still loading.

// A site without a server: { tables, where its list of tables is (start.js adds more); or data, the
// element that holds them all }; null if there is a server.
const list = document.querySelector('meta[name="zermelo-site"]')?.content;
const held = document.getElementById("zermelo-site-data");
export const site = held ? { data: held } : list ? { tables: list } : null;

// What an address asks for: { id, position, moves, puzzle, embed, unknown }. A puzzle is
// { position, search }, the search by its parts. (In a single file, and on a site, it follows the
// "#", and on a site it also says which table, and whether only the board is to be shown.)
// Conditions for puzzles include those of the game: anything that is on is taken for one.
export function asked() {
  const afterHash = site || location.protocol === "file:";
  const query = (afterHash ? location.hash : location.search).slice(1);
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
  const { table, embed, ...others } = given;
  const { position, moves, puzzle, ...rest } = site ? others : given;
  const ofSearch = ([name, value]) =>
    puzzle && (/^(seed|from|to)$/.test(name) ? /^\d+$/.test(value) : value === "1");
  return {
    id: site ? (table ? read(table) : null) : path && read(path[1]),
    embed: Boolean(site && embed === "1"),
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

// Answers that are awaited, by path; who asks for one takes it from here.
export const early = new Map();

export function request(path) {
  const answer = fetch(path);
  answer.catch(() => {});
  early.set(path, answer);
  return answer;
}

function requestFromServer({ id, position, puzzle }) {
  if (!id) return;
  const path = `/api/v1/tables/${encodeURIComponent(id)}`;
  const kept = history.state;
  const place = kept ? kept.nodes?.[kept.at]?.position : puzzle ? null : position;
  request(path);
  request(`${path}/position?${place ? `position=${encodeURIComponent(place)}&` : ""}absent=1`);
}

if (!site && location.protocol !== "file:") requestFromServer(asked());
