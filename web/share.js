// SPDX-License-Identifier: MIT
// The panel "Share": link, notation, pictures, and a part of the table as one file.
import { byId, h, plural } from "./dom.js";
import { source } from "./source.js";
import { page } from "./store.js";
import { say } from "./notices.js";
import { address } from "./navigate.js";
import { keepSection } from "./keep.js";
import { numbersOfGame } from "./move_numbers.js";

const kept = {
  g: ["opacity"],
  text: ["fill", "font-size", "font-weight", "text-anchor"],
  other: [
    "fill",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "paint-order",
    "opacity",
  ],
};

// Any colour that the browser knows, in a form that every program reads.
function plainColour(text) {
  if (!text.includes("(") || text.startsWith("rgb")) return text;
  const canvas = h("canvas", { width: 1, height: 1 });
  const pen = canvas.getContext("2d");
  pen.fillStyle = text;
  pen.fillRect(0, 0, 1, 1);
  return `rgb(${[...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)].join(",")})`;
}

// The board as it is on the page, as an SVG file.
export function picture() {
  const from = byId("board").querySelector(".picture");
  const copy = from.cloneNode(true);
  const [, , width, height] = from.getAttribute("viewBox").split(" ").map(Number);
  const originals = [...from.querySelectorAll("*")];
  [...copy.querySelectorAll("*")].forEach((element, i) => {
    const style = getComputedStyle(originals[i]);
    for (const name of kept[element.tagName] ?? kept.other)
      if (!/^stroke-|paint/.test(name) || style.stroke !== "none")
        element.setAttribute(name, plainColour(style.getPropertyValue(name)));
    if (element.getAttribute("opacity") === "1") element.removeAttribute("opacity");
    const move = originals[i].style.transform.match(/translate\((.*?)px(?:, (.*?)px)?\)/);
    if (move) element.setAttribute("transform", `translate(${move[1]} ${move[2] ?? 0})`);
    element.removeAttribute("style");
    element.removeAttribute("class");
  });
  for (const name of ["class", "aria-hidden"]) copy.removeAttribute(name);
  for (const [name, value] of Object.entries({
    width,
    height,
    "font-family": "system-ui, Helvetica, Arial, sans-serif",
  }))
    copy.setAttribute(name, value);
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({
    width,
    height,
    fill: getComputedStyle(document.body).backgroundColor,
  }))
    ground.setAttribute(name, value);
  copy.prepend(ground);
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

function save(blob, name) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const fileName = (end) => `${page.table.id}-${page.at}.${end}`;

async function png() {
  const { text, width, height } = picture();
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const scale = 1200 / Math.max(width, height);
  const canvas = h("canvas", {
    width: Math.round(width * scale),
    height: Math.round(height * scale),
  });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => save(blob, fileName("png")), "image/png");
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = h("textarea", { readonly: true }, text);
    byId("panel").append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  const note = byId("share-note");
  if (note) note.textContent = `${what} copied.`; // (The panel may have gone.)
  say(`${what} copied.`);
}

export const notation = () =>
  numbersOfGame()
    .map(({ next }, i) => next + page.nodes[i + 1].move.move)
    .join("");

// Of a published site: its single file, and what works offline.
const sections = ({ published }) => [
  published.file &&
    h(
      "section",
      { class: "card stack" },
      h("h2", null, "One file to keep"),
      h("p", { class: "small" }, "All of this in one file, which needs no host."),
      h(
        "p",
        null,
        h(
          "a",
          { class: "main", id: "share-file", href: published.file, download: true },
          "Save the file",
        ),
      ),
    ),
  /^http/.test(location.protocol) && keepSection(),
];

export function show(panel) {
  const button = (id, text, click, quiet = true) =>
    h("button", { class: `main ${quiet ? "quiet" : ""}`, id, click }, text);
  const link = new URL(address(), location.href).href;
  const held = source.live ? null : Object.keys(source.data.positions).length;
  const choice = (id, name, list, chosen) =>
    h(
      "div",
      { class: "field" },
      h("label", { for: id }, name),
      h(
        "select",
        { id, change: renew },
        list.map((n) => h("option", { value: n, selected: n === chosen }, n.toLocaleString("en"))),
      ),
    );
  const file = h(
    "a",
    { class: "main", id: "share-file", download: `${page.table.id}.html` },
    "Save the file",
  );
  function renew() {
    file.href = source.exportLink(
      page.table.id,
      page.answer.position,
      byId("share-plies")?.value ?? 4,
      byId("share-limit")?.value ?? 1000,
    );
  }
  if (source.live && !source.site) renew();
  const frame =
    `<iframe src="${link}&embed=1" title="${page.table.title.replaceAll('"', "&quot;")}" ` +
    'width="420" height="600" loading="lazy"></iframe>';
  panel.replaceChildren(
    ...[
      h(
        "section",
        { class: "card stack" },
        h("h2", null, "This game"),
        h(
          "div",
          { class: "field" },
          h("label", { for: "share-link" }, "Link"),
          h(
            "div",
            { class: "joined" },
            h("input", { id: "share-link", readonly: true, value: link }),
            button("copy-link", "Copy", () => copy(link, "Link"), false),
          ),
        ),
        h(
          "div",
          { class: "field" },
          h("label", { for: "share-position" }, "Position"),
          h(
            "div",
            { class: "joined" },
            h("input", { id: "share-position", readonly: true, value: page.answer.position }),
            button("copy-position", "Copy", () => copy(page.answer.position, "Position")),
          ),
        ),
        page.nodes.length > 1 &&
          h(
            "div",
            { class: "field" },
            h("label", { for: "share-moves" }, "Moves"),
            h(
              "div",
              { class: "joined" },
              h("input", { id: "share-moves", readonly: true, value: notation() }),
              button("copy-moves", "Copy", () => copy(notation(), "Moves")),
            ),
          ),
        source.site &&
          /^http/.test(link) &&
          h(
            "div",
            { class: "field" },
            h("label", { for: "share-frame" }, "Board in a page of yours"),
            h(
              "div",
              { class: "joined" },
              h("input", { id: "share-frame", readonly: true, value: frame }),
              button("copy-frame", "Copy", () => copy(frame, "Frame")),
            ),
          ),
        h("p", { class: "small", id: "share-note", role: "status" }, ""),
      ),
      page.answer.board &&
        h(
          "section",
          null,
          h("h2", null, "Picture of the board"),
          h(
            "div",
            { class: "row-of" },
            button("save-svg", "Save SVG", () =>
              save(new Blob([picture().text], { type: "image/svg+xml" }), fileName("svg")),
            ),
            button("save-png", "Save PNG", png),
          ),
        ),
      source.site
        ? sections(page.table)
        : source.live
          ? h(
              "section",
              { class: "card stack" },
              h("h2", null, "One file to keep"),
              h(
                "p",
                { class: "small" },
                "This page with everything that follows from this position, to save or to send " +
                  "by mail. It needs no server.",
              ),
              h(
                "div",
                { class: "pair" },
                choice("share-plies", "Moves ahead", [1, 2, 3, 4, 5, 6, 8, 10, 12], 4),
                choice("share-limit", "Positions at most", [100, 500, 1000, 2000, 5000], 1000),
              ),
              h("p", null, file),
            )
          : h(
              "p",
              { class: "note" },
              `This is such a file: it holds ${plural(held, "position")} and needs no server.`,
            ),
    ]
      .flat()
      .filter(Boolean),
  );
}
