// SPDX-License-Identifier: MIT
// What the page says in words: aloud, and in a line above the board.
import { byId, h } from "./dom.js";
import { whenBusy } from "./source.js";
import { Trouble } from "./trouble.js";

let passing = false; // the notice disappears when something else is shown

export function say(text) {
  const live = byId("live");
  live.textContent = live.textContent === text ? `${text} ` : text;
}

// A notice with a button: [text, what it does]. An empty one takes the notice away.
export function banner(text, [name, act] = ["Close", () => banner("")]) {
  const place = byId("banner");
  passing = false;
  place.hidden = !text;
  place.replaceChildren(
    ...(text ? [h("span", null, text), h("button", { click: act }, name)] : []),
  );
}

export function pass(text) {
  banner(text);
  passing = true;
}

// Something else is shown now.
export function settle() {
  if (passing) banner("");
}

export function report(trouble, again) {
  if (trouble.name === "AbortError") return;
  const own = trouble instanceof Trouble;
  const text = own ? trouble.message : `Something went wrong on this page: ${trouble.message}`;
  const useless = trouble.code === "illegal_position" || trouble.code === "beyond";
  const retry = () => {
    banner("");
    again();
  };
  banner(text, again && !useless ? ["Try again", retry] : undefined);
  say(text);
}

whenBusy((seconds) => banner(seconds ? `The server is busy. Asking again in ${seconds} s.` : ""));
