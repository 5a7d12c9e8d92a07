// SPDX-License-Identifier: MIT
// Asks for what the address wants while the rest of the page is still on its way.

// What an address asks for: { id, position, moves }. (In one file it stands behind the "#".)
export function asked() {
  const query = (location.protocol === "file:" ? location.hash : location.search).slice(1);
  const given = Object.fromEntries(query.split("&").filter(Boolean).map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));
  const read = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  const path = location.pathname.match(/^\/table\/([^/]+)/);
  return {
    id: path && read(path[1]),
    position: given.position ? read(given.position).replace(/[_+]/g, " ") : null,
    moves: given.moves ? given.moves.split(",").filter(Boolean).map(read) : [],
  };
}

// Answers that are awaited, by path; request() in util.js takes them.
export const early = new Map();

const { id, position } = asked();
if (location.protocol !== "file:" && id) {
  const path = `/api/v1/tables/${encodeURIComponent(id)}`;
  const place = history.state?.nodes?.[history.state.at]?.position ?? position;
  for (const address of [path, `${path}/position${place ? `?position=${encodeURIComponent(place)}` : ""}`]) {
    const answer = fetch(address);
    answer.catch(() => {});
    early.set(address, answer);
  }
}
