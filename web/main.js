// SPDX-License-Identifier: MIT
// The page's beginning and its bookkeeping: address, history, keys, and which view is shown.
import {
  byId,
  calm,
  h,
  part,
  parts,
  source,
  whenBusy,
  remember,
  recall,
  gameName,
  lookOf,
  label,
  Trouble,
} from "./util.js";
import { asked } from "./early.js";
import { BoardView, passes } from "./board.js";
import {
  page,
  verdictOf,
  showVerdict,
  movesPanel,
  lightInList,
  showTimeline,
  timelineInput,
  finished,
  gradeOf,
} from "./panels.js";

const live = byId("live");
const panel = byId("panel");

// What is shown (page.nodes, page.at, page.answer) changes all at once, when the answer that it
// needs has arrived. Until then it is wanted; anything wanted later takes its place, and then its
// answer is no longer waited for.
let turn = 0; // counts what was wanted
let wanted = null; // { nodes, at }
const goal = () => wanted ?? page;

// Whether nothing else has been requested since. For code that waits for an answer and then
// continues.
page.now = () => {
  const mine = turn;
  return () => mine === turn;
};

// ---- messages --------------------------------------------------------------------------------

page.say = (text) => {
  live.textContent = live.textContent === text ? `${text} ` : text;
};

page.banner = (text, action) => {
  const banner = byId("banner");
  page.passing = false;
  banner.hidden = !text;
  banner.replaceChildren(
    ...(text
      ? [
          h("span", null, text),
          h("button", { click: action?.[1] ?? (() => page.banner("")) }, action?.[0] ?? "Close"),
        ]
      : []),
  );
};

// A temporary notice: it disappears when something else is shown.
page.pass = (text) => {
  page.banner(text);
  page.passing = true;
};

whenBusy((seconds) =>
  page.banner(seconds ? `The server is busy. Asking again in ${seconds} s.` : ""),
);

page.trouble = (trouble, again) => {
  if (trouble.name === "AbortError") return;
  const text =
    trouble instanceof Trouble
      ? trouble.message
      : `Something went wrong on this page: ${trouble.message}`;
  page.banner(
    text,
    again && trouble.code !== "illegal_position" && trouble.code !== "beyond"
      ? [
          "Try again",
          () => {
            page.banner("");
            again();
          },
        ]
      : undefined,
  );
  page.say(text);
};

// ---- addresses -------------------------------------------------------------------------------

const escaped = (text) => encodeURIComponent(text.replaceAll(" ", "_")).replaceAll("%2F", "/");

page.address = () => {
  const query = [];
  const { nodes, at, table } = page;
  const puzzle = page.mode === "train" ? parts.trainer.place() : null;
  if (puzzle) {
    query.push(`puzzle=${escaped(puzzle.position)}`);
    for (const [name, value] of Object.entries(puzzle.search))
      query.push(`${name}=${encodeURIComponent(value)}`);
  } else {
    if (nodes[0].position !== table.start) query.push(`position=${escaped(nodes[0].position)}`);
    if (at)
      query.push(
        `moves=${nodes
          .slice(1, at + 1)
          .map((node) => encodeURIComponent(node.move.move))
          .join(",")}`,
      );
  }
  const text = query.join("&");
  if (!source.live) return `#${text}`;
  return `/table/${encodeURIComponent(table.id)}${text && `?${text}`}`;
};

// The address of what is shown, in place of the one before or after it.
page.record = (replace) => {
  const puzzle = page.mode === "train" ? parts.trainer.place() : null;
  if (page.mode !== "play" && !puzzle) return;
  try {
    history[replace ? "replaceState" : "pushState"](
      { nodes: page.nodes, at: page.at, puzzle },
      "",
      page.address(),
    );
  } catch {}
};

// ---- the game --------------------------------------------------------------------------------

const shapeOf = ({ move, from, to, taken, dx, dy }) => ({ move, from, to, taken, dx, dy });

function learn(node, answer) {
  node.position = answer.position ?? node.position;
  node.turn = answer.turn;
  for (const key of ["value", "plies", "score", "plies_from_start"])
    if (answer[key] !== undefined) node[key] = answer[key];
  if (answer.over) {
    Object.assign(node, finished(answer));
    node.over = ` ${answer.result?.sentence ?? "The game is over."}`;
  }
}

// What leads from the position on the board to another one, if a move does: to animate by.
function changeTo(nodes, at) {
  const here = page.nodes[page.at]?.position;
  if (at > 0 && nodes[at - 1].position === here) return { move: nodes[at].move };
  if (page.at > 0 && page.nodes[page.at - 1].position === nodes[at].position)
    return { move: page.nodes[page.at].move, reverse: true };
  return null;
}

// Returns whether it was shown. `redraw`: the board currently shows something other than the game.
async function show(nodes, at, { quiet = false, redraw = false } = {}) {
  const mine = ++turn;
  wanted = { nodes, at };
  const node = nodes[at];
  const waiting = setTimeout(() => document.body.classList.add("waiting"), 200);
  try {
    const answer = await source.position(page.table.id, node.position);
    if (mine !== turn) return false;
    learn(node, answer);
    const change = redraw ? null : changeTo(nodes, at);
    Object.assign(page, { nodes, at, answer });
    wanted = null;
    page.view.show(answer, { change, last: node.move });
    if (page.passing) page.banner("");
    page.render();
    if (!quiet) page.say(`${node.move ? `${node.move.move}. ` : ""}${told()}`);
    return true;
  } catch (trouble) {
    if (mine !== turn) return false;
    wanted = null;
    page.trouble(trouble, () => show(nodes, at, { quiet, redraw }));
    if (!page.answer) showVerdict("Nothing to show", trouble.message, "none");
    return false;
  } finally {
    clearTimeout(waiting);
    if (mine === turn) document.body.classList.remove("waiting");
  }
}

function told() {
  const { head, sub } = verdictOf(page.answer);
  if (page.hidden && !page.answer.over)
    return `${page.answer.turn === "white" ? "White" : "Black"} to move.`;
  return `${head}. ${page.answer.over ? "" : sub}.`;
}

// Plays one of the moves of the position shown.
page.play = async (m, how = "") => {
  if (page.mode === "train") return parts.trainer.answer(m);
  // (A click while the answer to the last click is on its way is not meant for what that answer
  // brings.)
  if (wanted || page.mode !== "play") return false;
  if (how !== "line") page.stop?.();
  const next = { position: m.after ?? m.position, move: shapeOf(m) };
  lightInList(null);
  if (!(await show([...page.nodes.slice(0, page.at + 1), next], page.at + 1))) return false;
  page.record(false);
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
  if (await show(nodes, nodes.length - 1)) page.record(false);
};

// To node i of the game; this many nodes forward or back.
page.go = async (i, { silent = false } = {}) => {
  const { nodes, at } = goal();
  const to = Math.min(Math.max(i, 0), nodes.length - 1);
  if (to === at || page.mode !== "play") return;
  page.stop?.();
  if (await show(nodes, to, { quiet: silent })) page.record(false);
};
page.step = (by) => page.go(goal().at + by);

// On a telephone the board may be out of sight.
page.toBoard = () => {
  if (byId("verdict").getBoundingClientRect().top < 0)
    byId("verdict").scrollIntoView({ behavior: calm() ? "auto" : "smooth" });
};

// A new game from a position.
page.start = async (position, { replace = false } = {}) => {
  page.stop?.();
  page.toBoard();
  const redraw = page.mode !== "play";
  if (redraw) page.leave();
  if (!(await show([{ position, move: null }], 0, { redraw }))) return;
  page.record(replace);
  parts.game?.reply();
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
    if (page.hidden && !a.over)
      showVerdict(`${a.turn === "white" ? "White" : "Black"} to move`, "Values are hidden", a.turn);
    else {
      const given = page.at > 0 && !a.over ? gradeOf(page.at) : { text: "" };
      showVerdict(
        head,
        given.text ? `${sub}. ${page.nodes[page.at].move.move} ${given.text}` : sub,
        side,
        given.error,
      );
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
  if (pass)
    byId("pass").textContent = page.view.hidden || !pass.value ? "Pass" : `Pass (${label(pass)})`;
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
  // (A focus inside the panel stays there.)
  if (focused && !focused.isConnected)
    (byId(focused.id) ?? (byKeys ? panel.querySelector(".chip") : null) ?? panel).focus({
      preventScroll: true,
    });
}
page.renderPanel = drawPanel;

function selectTab(name) {
  page.tab = name;
  for (const tab of byId("tabs").children) {
    const on = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(on));
    tab.tabIndex = on ? 0 : -1;
    // (Where there is no room for all tabs: also shows that there is one more.)
    if (on) tab.scrollIntoView({ block: "nearest", inline: "center" });
  }
  panel.setAttribute("aria-labelledby", `tab-${name}`);
  panel.replaceChildren(h("p", { class: "small" }, "…"));
}

page.openTab = (name) => {
  if (page.tab === name) return;
  const elsewhere = page.mode !== "play";
  if (elsewhere) page.back(); // (It draws everything when its answer is there.)
  selectTab(name);
  if (!elsewhere) page.render();
};

// From the game to setting up or training. What the game waited for is no longer wanted.
page.enter = (mode) => {
  ++turn;
  wanted = null;
  page.stop?.();
  document.body.classList.remove("waiting");
  page.mode = mode;
};

// From there to the game, some part of which will be shown.
page.leave = () => {
  parts.trainer?.end?.();
  page.enter("play");
  page.view.locked = false;
  page.view.editing = false;
};

// ... with what was shown before. (A puzzle has its own address: one can go back to it.)
page.back = async () => {
  const puzzle = page.mode === "train";
  page.leave();
  if ((await show(page.nodes, page.at, { quiet: true, redraw: true })) && puzzle)
    page.record(false);
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
  on("back", () => page.step(-1));
  on("forward", () => page.step(1));
  on("best", () => (page.answer.over ? page.start(page.table.start) : page.best()));
  on("pass", () => page.play(page.answer.moves.find(passes)));
  on("flip", page.flip);
  on("values", page.toggleValues);
  on("help", help);
  on("theme", () => setTheme(dark() ? "light" : "dark"));
  const tabs = byId("tabs");
  tabs.addEventListener(
    "click",
    (e) =>
      e.target.closest("[role=tab]") && page.openTab(e.target.closest("[role=tab]").id.slice(4)),
  );
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
  for (const event of ["pointerleave", "focusout"])
    panel.addEventListener(event, () => page.view?.light(null));
  timelineInput();
  byId("timeline").addEventListener("keydown", (e) => {
    const { nodes, at } = goal();
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
    ArrowLeft: () => page.step(-1),
    ArrowRight: () => page.step(1),
    Home: () => page.go(0),
    End: () => page.go(goal().nodes.length - 1),
    f: page.flip,
    v: page.toggleValues,
    " ": pressed ? null : page.best,
    b: () => page.view.focusBoard(),
    m: () => {
      if (page.mode !== "train") page.openTab("moves"); // (A puzzle has its own place to type.)
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

const dark = () =>
  (document.documentElement.dataset.theme ??
    (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";

function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  remember("theme", theme);
}

// ---- the beginning ---------------------------------------------------------------------------

// Where the game of an address begins: [node, its answer or trouble, what to say about it].
async function openFirst(id, { position, moves, puzzle }, kept) {
  // (Table and position are requested at the same time.)
  const first = source.position(id, kept?.nodes[kept.at]?.position ?? position ?? "");
  first.catch(() => {});
  const table = (page.table = await source.table(id));
  // (Most tables of endings lack the start: they open at a position that they have.)
  const elsewhere = !kept && !position && !moves.length ? table.opens_at : null;
  const answer = await (elsewhere ? source.position(id, elsewhere) : first).catch(
    (trouble) => trouble,
  );
  const notice =
    elsewhere && !puzzle && !(answer instanceof Error)
      ? "This table does not go back to the start of the game. Here is one of its positions."
      : "";
  return [{ position: answer?.position ?? position ?? table.start, move: null }, answer, notice];
}

function entitle(table, board) {
  document.title = `${gameName(table)}: Zermelo`;
  byId("title").textContent = board
    ? `${gameName(table)} ${board.columns}×${board.rows}`
    : gameName(table);
  for (const [tab, needs] of [["trainer", "puzzles"]])
    if (table.has?.[needs] === false || !source.live) byId(`tab-${tab}`).hidden = true;
}

// Plays the moves of an address. (A long game is not played through move by move.)
async function follow(id, moves) {
  const still = page.now();
  const nodes = [...page.nodes];
  let here = page.answer;
  let trouble = null;
  try {
    for (const text of moves) {
      const m = (here.moves ?? []).find((move) => move.move === text);
      if (!m) {
        trouble = `“${text}” is not a move here. The game of this link is shown up to there.`;
        break;
      }
      const node = { position: m.after ?? m.position, move: shapeOf(m) };
      here = await source.position(id, node.position);
      if (!still()) return;
      learn(node, here);
      nodes.push(node);
    }
  } catch (error) {
    if (still()) page.trouble(error);
  }
  if (!still()) return;
  if (nodes.length > 1) await show(nodes, nodes.length - 1, { quiet: true });
  if (trouble) page.banner(trouble);
}

async function openPuzzle(puzzle) {
  selectTab("trainer");
  await (await part("trainer")).open(puzzle);
}

async function openTable(id, want) {
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
  const kept = history.state?.nodes ? history.state : null;
  const puzzle = kept ? kept.puzzle : want.puzzle;
  const [root, answer, notice] = await openFirst(id, want, kept);
  const { table } = page;
  page.view.reset(lookOf(table));
  entitle(table, answer?.board);
  page.nodes = kept?.nodes ?? [root];
  page.at = kept?.at ?? 0;
  if (puzzle && table.has?.puzzles !== false && source.live) return openPuzzle(puzzle);
  if (answer instanceof Error) {
    page.trouble(answer);
    if (want.position) await show([{ position: table.start, move: null }], 0, { quiet: true });
    else showVerdict("Nothing to show", answer.message, "none");
    if (page.answer) page.record(true);
    return;
  }
  if (!(await show(page.nodes, page.at, { quiet: true, redraw: true }))) return;
  if (notice) page.pass(notice);
  if (!kept && want.moves.length) await follow(id, want.moves);
  if (want.unknown.length)
    page.banner(`This page does not know “${want.unknown[0]}” in its address, and has ignored it.`);
  page.record(true);
}

async function begin() {
  if (recall("theme")) setTheme(recall("theme"));
  buttons();
  document.addEventListener("keydown", keys);
  addEventListener("popstate", async ({ state }) => {
    if (!state?.nodes || !page.table) return location.reload();
    page.stop?.();
    const redraw = page.mode !== "play";
    if (redraw) page.leave();
    if (state.puzzle) {
      Object.assign(page, { nodes: state.nodes, at: state.at });
      return openPuzzle(state.puzzle);
    }
    if (page.tab === "trainer") selectTab("moves");
    // What was played after this stays: one can go forward again.
    const known =
      page.nodes.length >= state.nodes.length &&
      state.nodes.every((node, i) => page.nodes[i].position === node.position);
    await show(known ? page.nodes : state.nodes, state.at, { redraw });
  });
  addEventListener("hashchange", () => !source.live && !history.state && location.reload());
  new ResizeObserver(() => page.answer && showTimeline()).observe(byId("timeline"));
  // (The board makes room for a notice, so that nothing below it is pushed out of sight.)
  new ResizeObserver(([{ target }]) =>
    document.documentElement.style.setProperty(
      "--banner",
      `${target.offsetHeight && target.offsetHeight + 10}px`,
    ),
  ).observe(byId("banner"));
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
    byId("view-index").replaceChildren(
      h(
        "div",
        { class: "note" },
        h("h1", null, "Nothing to show"),
        h("p", null, trouble.message),
        source.live && h("p", null, h("a", { href: "/" }, "To the tables")),
      ),
    );
  }
}

begin();
