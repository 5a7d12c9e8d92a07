// SPDX-License-Identifier: MIT
// "About this game": the report on play, which docs/report.md defines; made when it is opened.
import { h, svg, capital, plural } from "./dom.js";
import { label, phrase, shade } from "./values.js";
import { source } from "./source.js";
import { lookOf } from "./look.js";
import { smallPicture } from "./pictures.js";
import { page } from "./store.js";
import { openTab, start } from "./navigate.js";

const percent = (share) => `${(100 * share).toFixed(1)} %`;

// The share of each outcome, for the player who begins.
const kinds = [
  ["win", "first", "first_wins", "the first wins"],
  ["draw", "draw", "draws", "draws"],
  ["loss", "second", "second_wins", "the second wins"],
];

const part = (title, ...children) => h("section", null, h("h2", null, title), children);

const sentences = (r) => {
  const of = r.start;
  const begins = capital(r.first);
  const fair = r.swap && r.swap.second === "draw";
  const swap = r.swap && r.swap.fairest;
  return [
    h("p", null, `${begins} begins and ${phrase(of)}.`),
    swap &&
      h(
        "p",
        null,
        fair
          ? `With a swap rule the game is fair: ${swap} draws.`
          : `A swap rule does not make it fair: no first move draws. ${swap} is the fairest.`,
      ),
    h(
      "p",
      null,
      `Between players who move at random the first wins ${percent(r.random.first)}, the second ` +
        `${percent(r.random.second)}.`,
    ),
  ];
};

async function openMove(move) {
  const answer = await source.position(page.table.id, "");
  const made = answer.moves?.find((m) => m.move === move);
  if (made) start(made.after ?? made.position);
}

const firstMoves = (r) =>
  part(
    "First moves",
    h(
      "div",
      { class: "chips" },
      r.first_moves.map((m) =>
        h(
          "button",
          {
            class: `chip ${shade(m.value)} p0`,
            "aria-label": `${m.move}, ${phrase(m)}`,
            click: () => openMove(m.move),
          },
          h("b", null, m.move),
          h("span", null, label(m)),
        ),
      ),
    ),
  );

// Areas one above the other: rows of shares that add up to 1.
function areas(rows, name, caption) {
  if (rows.length < 2) return null;
  const width = 300;
  const height = 90;
  const picture = svg("svg", {
    class: "histogram",
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "aria-label": name,
  });
  const x = (i) => ((width * i) / (rows.length - 1)).toFixed(1);
  const below = rows.map(() => 0);
  kinds.forEach(([kind], k) => {
    const under = rows.map((_, i) => `${x(i)},${(height * below[i]).toFixed(1)}`);
    rows.forEach((row, i) => (below[i] += row[k]));
    const over = rows.map((_, i) => `${x(i)},${(height * below[i]).toFixed(1)}`).reverse();
    picture.append(
      svg("polygon", { class: `v-${kind} p0 bar-of`, points: [...under, ...over].join(" ") }),
    );
  });
  return h("figure", null, picture, h("figcaption", { class: "small" }, caption));
}

const errors = (r) =>
  part(
    "Players who err",
    areas(
      r.errors.map((e) => [e.first, e.draw + e.endless, e.second]),
      `Of players who never err the first wins ${percent(r.errors[0].first)}, ` +
        `of players at random ${percent(r.random.first)}`,
      "Who wins (above the first, below the second, between them draws), from players who never " +
        "err (left) to players who move at random (right).",
    ),
  );

const byPly = (r) =>
  part(
    "By move",
    areas(
      r.plies.map((p) => kinds.map(([, , key]) => p[key] / p.positions)),
      `Positions by their distance from the start, up to ${r.plies.length - 1}`,
      `Who wins the positions at each distance from the start, up to ${r.plies.length - 1} moves.`,
    ),
    h(
      "p",
      { class: "small" },
      `${plural(r.all.positions, "position")} in all; ` +
        `${percent(r.all.traps / r.all.positions)} are traps, and in ` +
        `${percent(r.all.only_moves / r.all.positions)} one move alone keeps the outcome.`,
    ),
  );

function traps(r) {
  if (!r.worst_traps.length) return null;
  const place = h("div", { class: "starts" });
  const { id } = page.table;
  for (const trap of r.worst_traps.slice(0, 6)) {
    const button = h(
      "button",
      {
        class: "start",
        "aria-label": `${trap.position}, ${trap.keeping} of ${plural(trap.legal, "move")} good`,
        click: () => start(trap.position),
      },
      h("span", null, `${trap.keeping} of ${plural(trap.legal, "move")} good`),
    );
    place.append(button);
    source.position(id, trap.position).then(
      (answer) => button.prepend(smallPicture(answer, lookOf(page.table), trap.position)),
      () => {},
    );
  }
  return part("The worst traps", place);
}

const puzzles = () =>
  page.table.has?.puzzles &&
  h("p", null, h("button", { class: "main quiet", click: () => openTab("trainer") }, "Puzzles"));

async function fill(place) {
  try {
    const r = await source.report(page.table.id);
    place.replaceChildren(
      ...[sentences(r), firstMoves(r), errors(r), byPly(r), traps(r), puzzles()]
        .flat()
        .filter(Boolean),
    );
  } catch (trouble) {
    place.replaceChildren(h("p", { class: "note" }, trouble.message));
  }
}

// Folded away, because the report may take a while.
export function about() {
  const place = h("div", { class: "stack" }, h("p", { class: "small" }, "…"));
  let asked = false;
  const opened = (e) => {
    if (!e.currentTarget.open || asked) return;
    asked = true;
    fill(place);
  };
  return h(
    "details",
    { class: "about", toggle: opened },
    h("summary", null, "About this game"),
    place,
  );
}
