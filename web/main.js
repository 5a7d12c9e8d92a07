// SPDX-License-Identifier: MIT
// The page's beginning: what the address asks for, hands and keys, and who draws what.
import { byId, h, recall, remember } from "./dom.js";
import { isPuzzle, label } from "./values.js";
import { source } from "./source.js";
import { asked } from "./early.js";
import * as store from "./store.js";
import { page, subscribe, valuesHidden } from "./store.js";
import { BoardView } from "./board.js";
import { lookOf, sizeOf } from "./look.js";
import { passes } from "./ways.js";
import { banner, pass, report, say } from "./notices.js";
import { drawVerdict, showVerdict } from "./verdict.js";
import * as nav from "./navigate.js";
import { lightInList, movesPanel, showTimeline, timelineInput } from "./panels.js";

// Parts of the page that are loaded when they are needed, and those that are loaded.
const loaders = {
  game: () => import("./game.js"),
  trainer: () => import("./trainer.js"),
  find: () => import("./find.js"),
  edit: () => import("./edit.js"),
  share: () => import("./share.js"),
  scramble: () => import("./scramble.js"),
  dialogs: () => import("./dialogs.js"),
  tables: () => import("./tables.js"),
};
const parts = {};
const part = async (name) => (parts[name] ??= await loaders[name]());

const panel = byId("panel");
let view = null; // the board

const isPass = (m) => passes(m, lookOf(page.table));

// ---- drawing ------------------------------------------------------------------------------------

function drawBoard(was) {
  if (!view || !page.shown) return;
  view.hidden = valuesHidden();
  view.editing = page.mode === "edit";
  view.locked = page.locked;
  view.hint = page.hint;
  if (page.flipped !== was.flipped) view.flip(page.flipped);
  if (page.shown !== was.shown) view.show(page.shown.answer, page.shown);
  else view.refresh();
}

function drawButtons() {
  const { answer: a, mode, at } = page;
  const playing = mode === "play";
  const valued = page.table.has?.values !== false;
  byId("first").disabled = byId("back").disabled = at === 0 || !playing;
  byId("forward").disabled = at >= page.nodes.length - 1 || !playing;
  const puzzle = isPuzzle(page.table);
  byId("best").textContent = !a.over ? "Best move" : puzzle ? "Scramble" : "New game";
  byId("best").disabled = a.over ? !page.table.start : !a.moves?.[0]?.value;
  byId("flip").hidden = !a.board;
  for (const id of ["first", "back", "forward"]) byId(id).hidden = !playing;
  byId("best").hidden = byId("values").hidden = !valued || !playing;
  const move = mode === "edit" ? null : (a.moves ?? []).find(isPass);
  byId("pass").hidden = !move;
  if (move)
    byId("pass").textContent = valuesHidden() || !move.value ? "Pass" : `Pass (${label(move)})`;
  byId("values").setAttribute("aria-pressed", String(!page.hidden));
  const { code } = page.table;
  byId("controls").hidden = mode === "edit" || code?.here === false;
  byId("timeline").hidden = !playing || code?.here === false;
}

function drawTabs(was) {
  if (page.tab === was.tab) return;
  for (const tab of byId("tabs").children) {
    const on = tab.id === `tab-${page.tab}`;
    tab.setAttribute("aria-selected", String(on));
    tab.tabIndex = on ? 0 : -1;
    // (Where there is no room for all tabs: also shows that there is one more.)
    if (on) tab.scrollIntoView({ block: "nearest", inline: "center" });
  }
  panel.setAttribute("aria-labelledby", `tab-${page.tab}`);
  panel.replaceChildren(h("p", { class: "small" }, "…"));
}

const panels = { moves: movesPanel };

async function drawPanel() {
  // (Puzzles of a game are wins to be found; a puzzle has positions to be solved.)
  const { tab } = page;
  const name = tab === "trainer" && isPuzzle(page.table) ? "scramble" : tab;
  if (!panels[name]) panels[name] = (await part(name)).show;
  if (tab !== page.tab || !page.answer) return;
  const focused = panel.contains(document.activeElement) ? document.activeElement : null;
  const byKeys = focused?.matches(".chip:focus-visible");
  panels[name](panel);
  // (A focus inside the panel stays there.)
  if (!focused || focused.isConnected) return;
  const next = byId(focused.id) ?? (byKeys ? panel.querySelector(".chip") : null) ?? panel;
  next.focus({ preventScroll: true });
}

function drawGame() {
  if (!page.answer) return;
  if (page.mode === "play") drawVerdict();
  drawButtons();
  showTimeline();
  drawPanel();
}

// In a frame: what else there is.
function drawWhole() {
  if (!nav.embedded || !page.answer) return;
  byId("whole").href = nav.address();
}

for (const draw of [drawTabs, drawBoard, drawGame, drawWhole]) subscribe(draw);

// ---- hands and keys -----------------------------------------------------------------------------

function play(m) {
  lightInList(null);
  return page.mode === "train" ? parts.trainer.answer(m) : nav.play(m);
}

function best() {
  const moves = page.answer?.moves ?? [];
  if (moves.length && page.mode === "play") play(moves[0]);
}

function again() {
  if (isPuzzle(page.table)) nav.openTab("trainer");
  else nav.start(page.table.start);
}

function flip() {
  store.setFlipped(!page.flipped);
  say(page.flipped ? "The board is turned." : "The board is as before.");
}

function toggleValues() {
  if (byId("values").hidden) return;
  store.setHidden(!page.hidden);
  say(page.hidden ? "Values are hidden." : "Values are shown.");
}

const help = async () => (await part("dialogs")).help();

function buttons() {
  const on = (id, f) => byId(id).addEventListener("click", f);
  // (What follows the "#" of an address is for the game.)
  document.querySelector(".skip").addEventListener("click", (e) => {
    e.preventDefault();
    if (view) view.focusBoard();
    else panel.focus();
  });
  on("first", () => nav.go(0));
  on("back", () => nav.step(-1));
  on("forward", () => nav.step(1));
  on("best", () => (page.answer?.over ? again() : best()));
  on("pass", () => play(page.answer.moves.find(isPass)));
  on("flip", flip);
  on("values", toggleValues);
  on("help", help);
  on("theme", () => setTheme(dark() ? "light" : "dark"));
  const tabs = byId("tabs");
  tabs.addEventListener(
    "click",
    (e) =>
      e.target.closest("[role=tab]") && nav.openTab(e.target.closest("[role=tab]").id.slice(4)),
  );
  tabs.addEventListener("keydown", (e) => {
    const all = [...tabs.children].filter((tab) => !tab.hidden);
    const here = all.indexOf(e.target);
    const next = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: all.length - 1 }[e.key];
    if (next === undefined) return;
    e.preventDefault();
    e.stopPropagation();
    const tab = all[(next + all.length) % all.length];
    nav.openTab(tab.id.slice(4));
    tab.focus();
  });
  panel.addEventListener("click", (e) => {
    const chip = e.target.closest(".chip[data-index]");
    if (chip) play(page.answer.moves[Number(chip.dataset.index)]);
  });
  const point = (e) => {
    const chip = e.target.closest?.(".chip[data-index]");
    view?.light(chip ? [Number(chip.dataset.index)] : null);
  };
  for (const event of ["pointerover", "focusin"]) panel.addEventListener(event, point);
  for (const event of ["pointerleave", "focusout"])
    panel.addEventListener(event, () => view?.light(null));
  timelineInput();
  byId("timeline").addEventListener("keydown", (e) => {
    const { nodes, at } = nav.goal();
    const to = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      Home: 0,
      End: nodes.length - 1,
    }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    e.stopPropagation();
    nav.go(to);
  });
}

function keys(e) {
  if (e.ctrlKey || e.metaKey || e.altKey || byId("dialog").open) return;
  const typing = e.target.matches?.("input, select, textarea");
  if (typing) return;
  if (e.key === "?") return void help();
  if (!page.table) return;
  const pressed = e.target.matches?.("button, a, summary, [role=tab]");
  const acts = {
    ArrowLeft: () => nav.step(-1),
    ArrowRight: () => nav.step(1),
    Home: () => nav.go(0),
    End: () => nav.go(nav.goal().nodes.length - 1),
    f: flip,
    v: toggleValues,
    " ": pressed ? null : best,
    b: () => view.focusBoard(),
    m: () => {
      if (page.mode !== "train") nav.openTab("moves"); // (A puzzle has its own place to type.)
      byId("typed")?.focus();
    },
    Escape: () => view.choose(null),
  };
  const act = acts[e.key];
  if (!act) return;
  e.preventDefault();
  act();
}

// ---- colours ---------------------------------------------------------------------------------

const dark = () =>
  (document.documentElement.dataset.theme ??
    (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";

function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  remember("theme", theme);
}

// ---- the beginning ------------------------------------------------------------------------------

// Where the game of an address begins: [node, its answer or trouble, what to say about it].
async function openFirst(id, { position, moves, puzzle }, kept, signal) {
  // (Table and position are requested at the same time.)
  const place = kept?.nodes[kept.at]?.position ?? position ?? "";
  const first = source.position(id, place, signal);
  first.catch(() => {});
  const table = await source.table(id, signal);
  store.setTable(table);
  // (Most tables of endings lack the start: they open at a position that they have.)
  // (A page in one file begins where it was made.)
  const elsewhere = source.live && !kept && !position && !moves.length ? table.opens_at : null;
  const asked = elsewhere ? source.position(id, elsewhere, signal) : first;
  const answer = await asked.catch((trouble) => trouble);
  const notice =
    elsewhere && !puzzle && !table.code?.note && !isPuzzle(table) && !(answer instanceof Error)
      ? "This table does not go back to the start of the game. Here is one of its positions."
      : "";
  return [{ position: answer?.position ?? position ?? table.start, move: null }, answer, notice];
}

function entitle(table, board) {
  document.title = `${table.title}: Zermelo`;
  byId("title").textContent = board ? table.title + sizeOf(table, board) : table.title;
  const trainer = byId("tab-trainer");
  const scrambles = isPuzzle(table) && table.code?.here;
  if (scrambles) trainer.textContent = "Scramble";
  trainer.hidden = !source.live || (table.has?.puzzles === false && !scrambles);
  // (Positions of games whose rules are code are typed, if the rules can read them.)
  byId("tab-game").hidden = table.code?.here === false;
  byId("tab-edit").hidden = Boolean(table.code?.here && !table.code.parse);
}

// Plays the moves of an address. (A long game is not played through move by move.)
async function follow(signal, moves) {
  const steps = [];
  let here = page.answer;
  let trouble = "";
  for (const text of moves) {
    const m = (here.moves ?? []).find((move) => move.move === text);
    if (!m) trouble = `“${text}” is not a move here. The game of this link is shown up to there.`;
    if (!m) break;
    const { position } = nav.nodeAfter(m);
    const next = await source.position(page.table.id, position, signal).catch((error) => {
      if (!signal.aborted) report(error);
    });
    signal.throwIfAborted();
    if (!next) break;
    steps.push([here, m]);
    here = next;
  }
  if (steps.length) await nav.extend(signal, steps, { quiet: true });
  if (trouble) banner(trouble);
}

async function openPuzzle(puzzle) {
  store.setTab("trainer");
  await (await part("trainer")).open(puzzle);
}

function makeBoard() {
  view = new BoardView(byId("board"), {
    play,
    choose: async (moves, element) => (await part("dialogs")).choose(moves, element, play),
    edit: (square) => parts.edit?.put(square),
    point: lightInList,
    say,
    forbidden: () => say("The rule against repetition forbids this move here."),
  });
}

// What the address of a table asks for, or what was shown there before.
async function openTable(signal, id, want) {
  const kept = history.state?.nodes ? history.state : null;
  const puzzle = kept ? kept.puzzle : want.puzzle;
  const [root, answer, notice] = await openFirst(id, want, kept, signal);
  signal.throwIfAborted();
  // (The table was replaced by one of another game.)
  if (kept && answer instanceof Error && answer.code === "illegal_position") {
    history.replaceState(null, "", location.href);
    return openTable(signal, id, want);
  }
  const { table } = page;
  view.reset(lookOf(table));
  entitle(table, answer?.board);
  store.setGame(kept?.nodes ?? [root], kept?.at ?? 0);
  const trains = table.has?.puzzles !== false && !isPuzzle(table) && source.live;
  if (puzzle && trains) return openPuzzle(puzzle);
  if (answer instanceof Error) return openInstead(signal, answer, want);
  await nav.arrive(signal, page.nodes, page.at, { quiet: true });
  nav.record(true, location.href);
  if (notice) pass(notice);
  if (!kept && want.moves.length) await follow(signal, want.moves);
  const [unknown] = want.unknown;
  if (unknown) banner(`This page does not know “${unknown}” in its address, and has ignored it.`);
  nav.record(true);
}

// If the position of an address is none, the game starts where it does.
async function openInstead(signal, trouble, want) {
  report(trouble);
  if (!want.position || !page.table.start)
    return showVerdict("Nothing to show", trouble.message, "none");
  await nav.arrive(signal, [{ position: page.table.start, move: null }], 0, { quiet: true });
  nav.record(true);
}

function showTable(id, want) {
  byId("view-table").hidden = false;
  byId("view-index").hidden = true;
  makeBoard();
  const travel = async (signal) => {
    await openTable(signal, id, want);
    source.settled?.(id);
  };
  return nav.navigate({ travel, failed: showNothing });
}

function showNothing(trouble) {
  report(trouble, () => location.reload());
  if (page.table) return showVerdict("Nothing to show", trouble.message, "none");
  byId("view-table").hidden = true;
  byId("view-index").hidden = false;
  return byId("view-index").replaceChildren(
    h(
      "div",
      { class: "note" },
      h("h1", null, "Nothing to show"),
      h("p", null, trouble.message),
      source.live && h("p", null, h("a", { href: source.home }, "To the tables")),
    ),
  );
}

// Back or forward in the browser's history.
async function recalled({ state }) {
  if (!state?.nodes || !page.table) return location.reload();
  if (state.puzzle) {
    nav.stay();
    store.setGame(state.nodes, state.at);
    return openPuzzle(state.puzzle);
  }
  if (page.tab === "trainer") store.setTab("moves");
  // What was played after this stays: one can go forward again.
  const known =
    page.nodes.length >= state.nodes.length &&
    state.nodes.every((node, i) => page.nodes[i].position === node.position);
  const nodes = known ? page.nodes : state.nodes;
  return nav.navigate({ mode: "play", travel: (signal) => nav.arrive(signal, nodes, state.at) });
}

function watchSizes() {
  new ResizeObserver(() => page.answer && showTimeline()).observe(byId("timeline"));
  // (The board makes room for a notice, so that nothing below it is pushed out of sight.)
  const room = ([{ target }]) => {
    const height = target.offsetHeight && target.offsetHeight + 10;
    document.documentElement.style.setProperty("--banner", `${height}px`);
  };
  new ResizeObserver(room).observe(byId("banner"));
}

async function showTables(want) {
  const { tables, site } = await source.tables();
  if (tables.length === 1) {
    history.replaceState(null, "", source.href(tables[0].id, want.embed ? "embed=1" : ""));
    return showTable(tables[0].id, want);
  }
  byId("view-index").hidden = false;
  (await part("tables")).show(byId("view-index"), tables, site);
  source.settled?.();
}

// A board alone, in a frame of another page; for a puzzle with what is said of it.
function embed(want) {
  document.documentElement.dataset.embed = want.puzzle ? "puzzle" : "board";
  byId("controls").after(
    h(
      "p",
      { class: "small" },
      h("a", { id: "whole", href: "./", target: "_blank", rel: "noopener" }, "Open the whole page"),
    ),
  );
}

function begin() {
  if (recall("theme")) setTheme(recall("theme"));
  buttons();
  document.addEventListener("keydown", keys);
  addEventListener("popstate", recalled);
  addEventListener("hashchange", () => !source.live && !history.state && location.reload());
  watchSizes();
  const want = asked();
  if (source.home) byId("home").href = source.home;
  if (want.embed) embed(want);
  if (!source.live) showTable(source.data.table.id, want);
  else if (want.id) showTable(want.id, want);
  else showTables(want).catch(showNothing);
}

begin();
