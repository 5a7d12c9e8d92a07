// SPDX-License-Identifier: MIT
// The panel "Find": how many positions are worth what, and positions to start from.
import { h, svg, capital, plural } from "./dom.js";
import { isPuzzle, phrase } from "./values.js";
import { source } from "./source.js";
import { lookOf } from "./look.js";
import { smallPicture } from "./pictures.js";
import { page } from "./store.js";
import { about } from "./about.js";
import { pass } from "./notices.js";
import { begin, navigate, start, toBoard } from "./navigate.js";

let cache = { id: null };
const once = (key, make) => (cache[key] ??= make());

function shares(stats) {
  const total = stats.positions || 1;
  const kinds = [
    ["win", "wins", stats.wins],
    ["draw", "draws", stats.draws],
    ["loss", "losses", stats.losses],
    ["win", "can be solved", stats.solvable],
    ["loss", "cannot", stats.unsolvable],
  ].filter(([, , n]) => n > 0);
  if (!kinds.length) return null;
  let x = 0;
  const percent = (n) => `${((100 * n) / total).toFixed(n / total < 0.001 ? 2 : 1)} %`;
  return h(
    "div",
    null,
    svg(
      "svg",
      { class: "shares", viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" },
      kinds.map(([kind, , n]) => {
        const width = (100 * n) / total;
        const bar = svg("rect", {
          class: `v-${kind} p0 bar-of`,
          x,
          y: 0,
          width: Math.max(width - 0.4, 0.3),
          height: 6,
        });
        x += width;
        return bar;
      }),
    ),
    h(
      "ul",
      { class: "legend small" },
      kinds.map(([kind, name, n]) =>
        h("li", { class: `g-${kind}` }, h("b", null, percent(n)), ` ${name}`),
      ),
    ),
  );
}

function histogram(stats) {
  const counts = Object.entries(stats.plies ?? stats.scores ?? stats.moves ?? {}).map(
    ([n, count]) => [Number(n), count],
  );
  if (counts.length < 2) return null;
  const unit = stats.scores
    ? "points"
    : page.table.metric.startsWith("reach")
      ? "moves from the start"
      : `moves to the ${stats.moves ? "goal" : "end"}`;
  const last = counts.at(-1)[0];
  const most = Math.max(...counts.map(([, count]) => count));
  const step = 300 / (last + 1);
  const { has, code } = page.table;
  const wins = !stats.scores && (code ? code.here : has?.puzzles && stats.wins !== undefined);
  const what = stats.moves ? "position" : "win";
  const picture = svg("svg", {
    class: "histogram",
    viewBox: "0 0 300 96",
    role: "img",
    "aria-label":
      `Positions by ${unit}: from ${counts[0][0]} to ${last}; most, ` +
      `${most.toLocaleString("en")}, at ${counts.find(([, c]) => c === most)[0]}`,
  });
  for (const [n, count] of counts) {
    const tall = 3 + (72 * Math.log1p(count)) / Math.log1p(most);
    const bar = svg(
      "g",
      { class: wins ? "pick" : "", click: () => wins && example(n) },
      svg("rect", { class: "reach", x: n * step, y: 0, width: step, height: 80 }),
      svg("rect", {
        class: "count-bar",
        x: n * step + step * 0.1,
        y: 80 - tall,
        width: step * 0.8,
        height: tall,
        rx: Math.min(2, step / 4),
      }),
      svg("title", null, `${n}: ${plural(count, "position")}`),
    );
    picture.append(bar);
  }
  const every = [1, 2, 5, 10, 20, 50, 100, 200].find((k) => (last + 1) / k <= 8) ?? 500;
  for (let n = 0; n <= last; n += every)
    picture.append(svg("text", { x: (n + 0.5) * step, y: 93, "text-anchor": "middle" }, String(n)));
  return h(
    "figure",
    null,
    picture,
    h(
      "figcaption",
      { class: "small" },
      `Positions by ${unit} (logarithmic). `,
      wins && `Tap a bar for a ${what} of that length.`,
    ),
  );
}

// A win in exactly n, to start from.
function example(n) {
  const travel = async (signal) => {
    const { code, has } = page.table;
    const found = source.example
      ? await source.example(page.table.id, n)
      : (code && (await drawn(signal, n))) || (has?.puzzles && (await mined(signal, n)));
    signal.throwIfAborted();
    const losses = isPuzzle(page.table) ? "" : ": it may be that those are losses";
    if (!found) return pass(`None in exactly ${n} was drawn${losses}.`);
    if (!found.position) return pass(found.reason);
    toBoard();
    return begin(signal, found.position);
  };
  return navigate({ travel });
}

// The first one of the table.
async function mined(signal, n) {
  const query = { win_in: `${n}..${n}`, limit: 1 };
  const text = await (await source.puzzles(page.table.id, query, signal)).text();
  signal.throwIfAborted();
  const first = JSON.parse(text.split("\n")[0]);
  if (first.position) return first;
  if (first.error) return { reason: first.error };
  const none = isPuzzle(page.table) ? `None in exactly ${n}` : `No win in exactly ${n}`;
  return {
    reason: first.complete
      ? `${none}: those are losses.`
      : `${none} was found before the search was stopped.`,
  };
}

// One of those that are drawn at random, if there is one among them.
async function drawn(signal, n) {
  const query = { count: 1, amount: n, value: isPuzzle(page.table) ? "solvable" : "win" };
  const { positions } = await source.sample(page.table.id, "random", query);
  signal.throwIfAborted();
  return positions[0];
}

// A position's value, and for whom.
const told = (answer, v) =>
  answer.turn ? `${capital(answer.turn)} ${phrase(v)}` : capital(phrase(v));

async function boards(kind, query, place) {
  const { id } = page.table;
  const { positions } = await source.sample(id, kind, { count: 6, ...query });
  if (!positions.length)
    return place.replaceChildren(h("p", { class: "small" }, "There are none."));
  const answers = await Promise.all(
    positions.map((p) => source.position(id, p.position).catch(() => null)),
  );
  place.replaceChildren(
    ...positions
      .map(
        (p, i) =>
          answers[i] &&
          h(
            "button",
            {
              class: "start",
              "aria-label": `${p.position}, ${phrase(p)}`,
              click: () => start(p.position),
            },
            smallPicture(answers[i], lookOf(page.table), p.position),
            h("span", null, told(answers[i], p)),
          ),
      )
      .filter(Boolean),
  );
}

function starts(kind, title, query = {}) {
  const place = h("div", { class: "starts" }, h("p", { class: "small" }, "…"));
  const fill = () =>
    boards(kind, query, place).catch((trouble) =>
      place.replaceChildren(h("p", { class: "small" }, trouble.message)),
    );
  const again = kind !== "longest" && h("button", { class: "more", click: fill }, "Six others");
  fill();
  return h("section", null, h("h2", null, title, again), place);
}

export function show(panel) {
  if (!source.live) {
    const all = Object.values(source.data.positions);
    const held = all.filter((a) => !a.over).slice(0, 24);
    panel.replaceChildren(
      h("p", { class: "note" }, `This file holds ${plural(all.length, "position")} and no others.`),
      h(
        "div",
        { class: "starts" },
        held.map((a) =>
          h(
            "button",
            { class: "start", "aria-label": a.position, click: () => start(a.position) },
            smallPicture(a, lookOf(page.table), a.position),
            h("span", null, told(a, a)),
          ),
        ),
      ),
    );
    return;
  }
  const { id, metric } = page.table;
  if (cache.id !== id) cache = { id };
  if (panel.firstChild === cache.content) return;
  once("content", () => {
    const counts = h(
      "section",
      { class: "card" },
      h(
        "h2",
        null,
        "All positions",
        h("span", { class: "count" }, page.table.positions?.toLocaleString("en") ?? ""),
      ),
      h("p", { class: "small" }, "…"),
    );
    source.stats(id).then(
      (stats) => {
        counts.lastChild.replaceWith(...[shares(stats), histogram(stats)].filter(Boolean));
        if (stats.unsolvable) counts.after(starts("drawn", "Without a solution"));
      },
      (trouble) => (counts.lastChild.textContent = trouble.message),
    );
    const values = page.table.has?.values !== false;
    return h(
      "div",
      { class: "stack" },
      counts,
      values && metric !== "moves" && about(),
      metric !== "outcome" &&
        starts(
          "longest",
          values
            ? ({ score: "The highest wins", moves: "The hardest positions" }[metric] ??
                "The longest wins")
            : "The farthest positions",
        ),
      values && metric !== "moves" && starts("drawn", "Drawn positions"),
      starts("random", "Any positions"),
    );
  });
  panel.replaceChildren(cache.content);
}
