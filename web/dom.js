// SPDX-License-Identifier: MIT
// Elements, and the small things that every part of the page needs.

export const byId = (id) => document.getElementById(id);

function build(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") element.addEventListener(key, value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(
    ...children
      .flat(Infinity)
      .filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

// h("button", { class: "icon", click: f }, "text", element): an HTML element.
export const h = (tag, attributes, ...children) =>
  build(
    document.createElement(tag),
    tag === "button" ? { type: "button", ...attributes } : attributes,
    children,
  );

// The same for SVG.
export const svg = (tag, attributes, ...children) =>
  build(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

// Rejects as soon as the signal, if there is one, says so.
export const sleep = (ms, signal) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(resolve, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal?.addEventListener("abort", stop, { once: true });
  });

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// (The first toLocaleString takes a slow processor 80 ms.)
const grouped = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");
export const plural = (n, one, many = `${one}s`) => `${grouped(n)} ${n === 1 ? one : many}`;

export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

// What is kept from one visit to the next (unless that is forbidden).
export function remember(key, value) {
  try {
    localStorage.setItem(`zermelo.${key}`, JSON.stringify(value));
  } catch {}
}

export function recall(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`zermelo.${key}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}
