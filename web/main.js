// SPDX-License-Identifier: MIT
// The page's beginning and its bookkeeping: address, history, keys, and which view is shown.
import { byId, calm, h, part, parts, source, whenBusy, remember, recall, gameName, lookOf, label, Trouble } from "./util.js";
import { asked } from "./early.js";
import { BoardView, passes } from "./board.js";
import { page, verdictOf, showVerdict, movesPanel, lightInList, showTimeline, timelineInput, finished, gradeOf } from "./panels.js";

const live = byId("live");
const panel = byId("panel");
let turn = 0; // counts what was asked for, so that late answers are known to be late

// ---- telling ---------------------------------------------------------------------------------

page.say = (text) => {
  live.textContent = live.textContent === text ? `${text} ` : text;
};

page.banner = (text, action) => {
  const banner = byId("banner");
  banner.hidden = !text;
  banner.replaceChildren(...(text ? [h("span", null, text), h("button", { click: action?.[1] ?? (() => page.banner("")) }, action?.[0] ?? "Close")] : []));
};

whenBusy((seconds) => page.banner(seconds ? `The server is busy. Asking again in ${seconds} s.` : ""));

page.trouble = (trouble, again) => {
  if (trouble.name === "AbortError") return;
  const text = trouble instanceof Trouble ? trouble.message : `Something went wrong on this page: ${trouble.message}`;
  page.banner(text, again && trouble.code !== "illegal_position" && trouble.code !== "beyond" ? ["Try again", () => { page.banner(""); again(); }] : undefined);
  page.say(text);
};

// ---- addresses -------------------------------------------------------------------------------

const escaped = (text) => encodeURIComponent(text.replaceAll(" ", "_")).replaceAll("%2F", "/");

page.address = () => {
  const query = [];
  const { nodes, at, table } = page;
  if (nodes[0].position !== table.start) query.push(`position=${escaped(nodes[0].position)}`);
  if (at) query.push(`moves=${nodes.slice(1, at + 1).map((node) => encodeURIComponent(node.move.move)).join(",")}`);
  const text = query.join("&");
  if (!source.live) return `#${text}`;
  return `/table/${encodeURIComponent(table.id)}${text && `?${text}`}`;
};

function record(replace) {
  if (page.mode !== "play") return;
  const state = { nodes: page.nodes, at: page.at };
  try {
    history[replace ? "replaceState" : "pushState"](state, "", page.address());
  } catch {}
}

// ---- the game --------------------------------------------------------------------------------

const shapeOf = ({ move, from, to, taken, dx, dy }) => ({ move, from, to, taken, dx, dy });

function learn(node, answer) {
  node.position = answer.position ?? node.position;
  node.turn = answer.turn;
  for (const key of ["value", "plies", "score", "plies_from_start"]) if (answer[key] !== undefined) node[key] = answer[key];
  if (answer.over) {
    Object.assign(node, finished(answer));
    node.over = ` ${answer.result?.sentence ?? "The game is over."}`;
  }
}

async function show(change, quiet) {
  const mine = ++turn;
  const node = page.nodes[page.at];
  const waiting = setTimeout(() => document.body.classList.add("waiting"), 200);
  try {
    const answer = await source.position(page.table.id, node.position);
    if (mine !== turn) return false;
    learn(node, answer);
    page.answer = answer;
    page.view.show(answer, { change, last: node.move });
    page.render();
    if (!quiet) page.say(`${node.move ? `${node.move.move}. ` : ""}${told()}`);
    return true;
  } catch (trouble) {
    if (mine === turn) page.trouble(trouble, () => show(change, quiet));
    if (mine === turn && !page.answer) showVerdict("Nothing to show", trouble.message, "none");
    return false;
  } finally {
    clearTimeout(waiting);
    if (mine === turn) document.body.classList.remove("waiting");
  }
}

function told() {
  const { head, sub } = verdictOf(page.answer);
  if (page.hidden && !page.answer.over) return `${page.answer.turn === "white" ? "White" : "Black"} to move.`;
  return `${head}. ${page.answer.over ? "" : sub}.`;
}

// Plays one of the moves of the position shown.
page.play = async (m, how = "") => {
  if (page.mode === "train") return parts.trainer.answer(m);
  // (What is clicked while the answer to the last click is on its way is not meant for what it brings.)
  if (page.answer?.position !== page.nodes[page.at].position) return false;
  if (how !== "line") page.stop?.();
  const next = { position: m.after ?? m.position, move: shapeOf(m) };
  page.nodes = [...page.nodes.slice(0, page.at + 1), next];
  page.at += 1;
  lightInList(null);
  const shown = await show({ move: next.move });
  if (!shown) {
    // (A step that could not be shown was not made.)
    page.nodes = page.nodes.slice(0, -1);
    page.at = page.nodes.length - 1;
    return false;
  }
  record(false);
  if (how === "typed") byId("typed")?.focus();
  if (how !== "line") parts.game?.reply();
  return true;
};

// Several moves at once: [[answer, move], ...] from the position shown.
page.extend = async (steps) => {
  const nodes = page.nodes.slice(0, page.at + 1);
  for (const [answer, m] of steps) {
    learn(nodes.at(-1), answer);
    nodes.push({ position: m.after ?? m.position, move: shapeOf(m) });
  }
  page.nodes = nodes;
  page.at = nodes.length - 1;
  if (await show(steps.length === 1 ? { move: nodes.at(-1).move } : null)) record(false);
};

// To node i of the game.
page.go = async (i, { silent = false } = {}) => {
  const to = Math.min(Math.max(i, 0), page.nodes.length - 1);
  if (to === page.at || page.mode !== "play") return;
  const from = page.at;
  const change = changeBetween(from, to);
  page.at = to;
  page.stop?.();
  if (await show(change, silent)) record(false);
  else if (page.at === to && page.answer?.position !== page.nodes[to].position) page.at = from;
};

const changeBetween = (from, to) =>
  to === from + 1 ? { move: page.nodes[to].move } : to === from - 1 ? { move: page.nodes[from].move, reverse: true } : null;

// On a telephone the board may be out of sight.
page.toBoard = () => {
  if (byId("verdict").getBoundingClientRect().top < 0) byId("verdict").scrollIntoView({ behavior: calm() ? "auto" : "smooth" });
};

// A new game from a position.
page.start = async (position, { replace = false } = {}) => {
  page.stop?.();
  page.toBoard();
  page.nodes = [{ position, move: null }];
  page.at = 0;
  if (page.mode !== "play") page.leave();
  if (await show(null)) {
    record(replace);
    parts.game?.reply();
  }
};

page.best = () => {
  const moves = page.answer?.moves ?? [];
  if (moves.length && page.mode === "play") page.play(moves[0]);
};

// ---- drawing all of it -----------------------------------------------------------------------

const panels = { moves: movesPanel };

page.render = () => {
  const a = page.answer;
  if (!a) return;
  if (page.mode === "play") {
    const { head, sub, side } = verdictOf(a);
    if (page.hidden && !a.over) showVerdict(`${a.turn === "white" ? "White" : "Black"} to move`, "Values are hidden", a.turn);
    else {
      const given = page.at > 0 && !a.over ? gradeOf(page.at) : { text: "" };
      showVerdict(head, given.text ? `${sub}. ${page.nodes[page.at].move.move} ${given.text}` : sub, side, given.error);
    }
  }
  page.view.hidden = page.hidden || page.mode === "train";
  page.view.editing = page.mode === "edit";
  page.view.refresh();
  byId("first").disabled = byId("back").disabled = page.at === 0 || page.mode !== "play";
  byId("forward").disabled = page.at >= page.nodes.length - 1 || page.mode !== "play";
  byId("best").textContent = a.over ? "New game" : "Best move";
  byId("best").disabled = !a.over && !a.moves?.[0]?.value;
  for (const id of ["first", "back", "forward"]) byId(id).hidden = page.mode !== "play";
  byId("best").hidden = page.table.has?.values === false || page.mode !== "play";
  const pass = page.mode === "play" || page.mode === "train" ? (a.moves ?? []).find(passes) : null;
  byId("pass").hidden = !pass;
  if (pass) byId("pass").textContent = page.view.hidden || !pass.value ? "Pass" : `Pass (${label(pass)})`;
  byId("values").setAttribute("aria-pressed", String(!page.hidden));
  byId("values").hidden = page.mode !== "play" || page.table.has?.values === false;
  byId("controls").hidden = page.mode === "edit";
  byId("timeline").hidden = page.mode !== "play";
  showTimeline();
  drawPanel();
};

async function drawPanel() {
  const name = page.tab;
  if (!panels[name]) panels[name] = (await part(name)).show;
  if (name !== page.tab || !page.answer) return;
  const focused = panel.contains(document.activeElement) ? document.activeElement : null;
  const byKeys = focused?.matches(".chip:focus-visible");
  panels[name](panel);
  // (Who was in the panel stays there.)
  if (focused && !focused.isConnected) (byId(focused.id) ?? (byKeys ? panel.querySelector(".chip") : null) ?? panel).focus({ preventScroll: true });
}
page.renderPanel = drawPanel;

page.openTab = (name) => {
  if (page.tab === name) return;
  if (page.mode !== "play") page.leave();
  page.tab = name;
  for (const tab of byId("tabs").children) {
    const on = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(on));
    tab.tabIndex = on ? 0 : -1;
  }
  panel.setAttribute("aria-labelledby", `tab-${name}`);
  panel.replaceChildren(h("p", { class: "small" }, "…"));
  page.render();
};

// Back from setting up or training to the game.
page.leave = () => {
  parts.trainer?.end?.();
  page.mode = "play";
  page.view.locked = false;
  page.view.editing = false;
  show(null, true);
};

// ---- hands and keys --------------------------------------------------------------------------

page.flip = () => {
  page.view.flip(!page.view.flipped);
  page.say(page.view.flipped ? "The board is turned." : "The board is as before.");
};

page.toggleValues = () => {
  if (byId("values").hidden) return;
  page.hidden = !page.hidden;
  page.render();
  page.say(page.hidden ? "Values are hidden." : "Values are shown.");
};

const help = async () => (await part("dialogs")).help();

function buttons() {
  const on = (id, f) => byId(id).addEventListener("click", f);
  on("first", () => page.go(0));
  on("back", () => page.go(page.at - 1));
  on("forward", () => page.go(page.at + 1));
  on("best", () => (page.answer.over ? page.start(page.table.start) : page.best()));
  on("pass", () => page.play(page.answer.moves.find(passes)));
  on("flip", page.flip);
  on("values", page.toggleValues);
  on("help", help);
  on("theme", () => setTheme(dark() ? "light" : "dark"));
  const tabs = byId("tabs");
  tabs.addEventListener("click", (e) => e.target.closest("[role=tab]") && page.openTab(e.target.closest("[role=tab]").id.slice(4)));
  tabs.addEventListener("keydown", (e) => {
    const all = [...tabs.children].filter((tab) => !tab.hidden);
    const here = all.indexOf(e.target);
    const next = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: all.length - 1 }[e.key];
    if (next === undefined) return;
    e.preventDefault();
    e.stopPropagation();
    const tab = all[(next + all.length) % all.length];
    page.openTab(tab.id.slice(4));
    tab.focus();
  });
  panel.addEventListener("click", (e) => {
    const chip = e.target.closest(".chip[data-index]");
    if (chip) page.play(page.answer.moves[Number(chip.dataset.index)]);
  });
  const point = (e) => {
    const chip = e.target.closest?.(".chip[data-index]");
    page.view?.light(chip ? [Number(chip.dataset.index)] : null);
  };
  for (const event of ["pointerover", "focusin"]) panel.addEventListener(event, point);
  for (const event of ["pointerleave", "focusout"]) panel.addEventListener(event, () => page.view?.light(null));
  timelineInput();
  byId("timeline").addEventListener("keydown", (e) => {
    const to = { ArrowLeft: page.at - 1, ArrowDown: page.at - 1, ArrowRight: page.at + 1, ArrowUp: page.at + 1, Home: 0, End: page.nodes.length - 1 }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    e.stopPropagation();
    page.go(to);
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
    ArrowLeft: () => page.go(page.at - 1),
    ArrowRight: () => page.go(page.at + 1),
    Home: () => page.go(0),
    End: () => page.go(page.nodes.length - 1),
    f: page.flip,
    v: page.toggleValues,
    " ": pressed ? null : page.best,
    b: () => page.view.focusBoard(),
    m: () => {
      page.openTab("moves");
      byId("typed")?.focus();
    },
    Escape: () => page.view.choose(null),
  };
  const act = acts[e.key];
  if (!act) return;
  e.preventDefault();
  act();
}

// ---- colours ---------------------------------------------------------------------------------

const dark = () => (document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";

function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  remember("theme", theme);
}

// ---- the beginning ---------------------------------------------------------------------------

async function openTable(id, { position, moves }) {
  byId("view-table").hidden = false;
  byId("view-index").hidden = true;
  page.view = new BoardView(byId("board"), {
    play: (m) => page.play(m),
    choose: async (moves, element) => (await part("dialogs")).choose(moves, element),
    edit: (square) => parts.edit?.put(square),
    point: lightInList,
    say: page.say,
    forbidden: () => page.say("The rule against repetition forbids this move here."),
  });
  // (Table and position are asked for at the same time.)
  const kept = history.state?.nodes ? history.state : null;
  const first = source.position(id, kept?.nodes[kept.at]?.position ?? position ?? "");
  first.catch(() => {});
  page.table = await source.table(id);
  const { table } = page;
  // (What most tables of endings lack is the start: they open at a position that they have.)
  const elsewhere = !kept && !position && !moves.length ? table.opens_at : null;
  page.view.reset(lookOf(table));
  document.title = `${gameName(table)}: Zermelo`;
  for (const [tab, needs] of [["trainer", "puzzles"]]) if (table.has?.[needs] === false || !source.live) byId(`tab-${tab}`).hidden = true;
  const answer = await (elsewhere ? source.position(id, elsewhere) : first).catch((trouble) => trouble);
  byId("title").textContent = answer?.board ? `${gameName(table)} ${answer.board.columns}×${answer.board.rows}` : gameName(table);
  page.nodes = kept?.nodes ?? [{ position: answer?.position ?? position ?? table.start, move: null }];
  page.at = kept?.at ?? 0;
  const tail = kept ? [] : moves;
  if (answer instanceof Error) {
    page.trouble(answer);
    if (position) {
      page.nodes = [{ position: table.start, move: null }];
      await show(null, true);
    } else showVerdict("Nothing to show", answer.message, "none");
    if (page.answer) record(true);
    return;
  }
  if (!(await show(null, true))) return;
  if (elsewhere) page.banner("This table does not go back to the start of the game. Here is one of its positions.");
  // (A long game is not played through before one's eyes.)
  let here = page.answer;
  try {
    for (const text of tail) {
      const m = (here.moves ?? []).find((move) => move.move === text);
      if (!m) {
        page.banner(`“${text}” is not a move here. The game of this link is shown up to there.`);
        break;
      }
      const node = { position: m.after ?? m.position, move: shapeOf(m) };
      here = await source.position(id, node.position);
      learn(node, here);
      page.nodes.push(node);
    }
  } catch (trouble) {
    page.trouble(trouble);
  }
  if (page.nodes.length > 1 && !kept) {
    page.at = page.nodes.length - 1;
    await show(page.at === 1 ? { move: page.nodes[1].move } : null, true);
  }
  record(true);
}

async function begin() {
  if (recall("theme")) setTheme(recall("theme"));
  buttons();
  document.addEventListener("keydown", keys);
  addEventListener("popstate", async (e) => {
    if (!e.state?.nodes || !page.table) return location.reload();
    const from = page.at;
    const near = page.nodes[from] && e.state.nodes[Math.min(from, e.state.at)]?.position === page.nodes[Math.min(from, e.state.at)]?.position;
    const wasNodes = page.nodes;
    page.stop?.();
    if (page.mode !== "play") page.leave();
    page.nodes = e.state.nodes;
    page.at = e.state.at;
    const change = !near ? null : page.at === from + 1 ? { move: page.nodes[page.at].move } : page.at === from - 1 ? { move: wasNodes[from].move, reverse: true } : null;
    // (What was played after this stays: one can go forward again.)
    if (near && page.at < wasNodes.length && page.nodes.length <= page.at + 1 && wasNodes[page.at]?.position === page.nodes[page.at]?.position) page.nodes = wasNodes;
    await show(change);
  });
  addEventListener("hashchange", () => !source.live && !history.state && location.reload());
  new ResizeObserver(() => page.answer && showTimeline()).observe(byId("timeline"));
  const want = asked();
  try {
    if (!source.live) return await openTable(source.data.table.id, want);
    if (want.id) return await openTable(want.id, want);
    const { tables } = await source.tables();
    if (tables.length === 1) {
      history.replaceState(null, "", `/table/${encodeURIComponent(tables[0].id)}`);
      return await openTable(tables[0].id, want);
    }
    byId("view-index").hidden = false;
    (await part("tables")).show(byId("view-index"), tables);
  } catch (trouble) {
    page.trouble(trouble, () => location.reload());
    byId("view-table").hidden = true;
    byId("view-index").hidden = false;
    byId("view-index").replaceChildren(h("div", { class: "note" }, h("h1", null, "Nothing to show"), h("p", null, trouble.message), source.live && h("p", null, h("a", { href: "/" }, "To the tables"))));
  }
}

begin();
