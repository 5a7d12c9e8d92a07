// SPDX-License-Identifier: MIT
// The page of all tables: one card each, with its board.
import { h, plural, capital } from "./dom.js";
import { metricName, phrase } from "./values.js";
import { source } from "./source.js";
import { lookOf, sizeOf } from "./look.js";
import { smallPicture } from "./pictures.js";

async function fill(card, table) {
  if (table.code?.here === false) {
    card.querySelector(".value").textContent = "Its rules are code that is not here.";
    return;
  }
  try {
    const answer = await source.position(table.id, "");
    card
      .querySelector(".card-board")
      .replaceChildren(smallPicture(answer, lookOf(table), "the start"));
    if (answer.board) card.querySelector(".size").textContent = sizeOf(table, answer.board);
    if (answer.value)
      card.querySelector(".value").textContent =
        answer.turn === null
          ? `${capital(phrase(answer))}.`
          : `${capital(answer.turn)}, to move, ${phrase(answer)}.`;
  } catch {}
}

// What the site says of itself: HTML that was made when it was published, without scripts. Its
// first paragraph stands above the tables, everything else below them.
const aboutSite = (html) => {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const first = body.firstElementChild?.matches("p") ? body.firstElementChild : null;
  first?.remove();
  return {
    above: first && h("div", { class: "about-site" }, first),
    below: body.childElementCount > 0 && h("div", { class: "about-site" }, [...body.childNodes]),
  };
};

// `site`: of a published site, as in its tables.json.
export function show(place, tables, site) {
  if (site) document.title = site.title;
  const { above, below } = aboutSite(site?.about ?? "");
  place.replaceChildren(
    h("h1", { class: "hello" }, site?.title ?? "Solved games"),
    above ??
      h(
        "p",
        { class: "lead" },
        "Every position of these games is known: who wins, and how. Choose one and play.",
      ),
    h(
      "ul",
      { class: "cards" },
      tables.map((table) => {
        const card = h(
          "a",
          { class: "table-card", href: source.href(table.id, "") },
          h("span", { class: "card-board" }),
          h(
            "span",
            { class: "card-text" },
            h("strong", null, table.title, h("span", { class: "size" })),
            h("span", { class: "value" }),
            h(
              "span",
              { class: "small" },
              `${plural(table.positions ?? 0, "position")}: ${metricName(table.metric)}`,
            ),
            !site && h("span", { class: "small" }, table.id),
          ),
        );
        fill(card, table);
        return h("li", null, card);
      }),
    ),
  );
  if (below) place.append(below);
  if (site)
    place.append(
      h(
        "p",
        { class: "small about-site" },
        site.licence && `${site.licence} `,
        `Solved and published with Zermelo ${site.version}.`,
      ),
    );
  if (!tables.length) place.append(h("p", { class: "note" }, "There are no tables here."));
}
