// SPDX-License-Identifier: MIT
// The page in a real browser, against the real program. One test per point; docs/explorer.md lists
// them.
import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test as one } from "node:test";
import { pathToFileURL } from "node:url";
import { AxeBuilder } from "@axe-core/playwright";
import { inlined } from "./inline.mjs";
import { head, lineOfProgram, onSite, serve, square, state, until, world } from "./support.mjs";

let w;
before(async () => (w = await world()));
after(async () => w?.end());

// Several at a time: most of a test is waiting.
const all = [];
const test = (name, f) => all.push([name, f]);

const close = (page) => page.context().close();
const live = (page) => page.locator("#live").textContent();
const positionAt = (id, position) =>
  w.api(`${id}/position?position=${encodeURIComponent(position)}&absent=1`);
// A test with a page of its own.
const on = (name, address, options, f) =>
  test(name, async () => {
    const page = await w.open(address, options);
    try {
      // (The first board may stand before the address's moves have been played.)
      const played = /[?&]moves=([^&]*)/.exec(address)?.[1].split(",").length ?? 0;
      if (played)
        await until(
          async () => (await state(page)).at === played,
          `${played} moves of the address`,
        );
      await f(page);
    } finally {
      await close(page);
    }
  });

// ---- about the game -----------------------------------------------------------------------------

on(
  "about: the report, made when it is opened, and its positions",
  "/table/tictactoe",
  {},
  async (page) => {
    await page.locator("#tab-find").click();
    await page.getByText("About this game").click();
    const place = page.locator("details.about");
    await until(async () => (await place.locator(".chip").count()) === 9, "the first moves");
    assert.match(await place.textContent(), /58\.5 %/);
    assert.equal(await place.locator("figure svg").count(), 2);
    const traps = place.locator(".start");
    assert.ok((await traps.count()) > 0);
    const [position] = (await traps.first().getAttribute("aria-label")).split(",");
    await traps.first().click();
    await until(async () => (await state(page)).answer.position === position, "the trap is shown");
    await page.locator("#tab-find").click();
    await place.locator(".chip").first().click();
    await until(async () => (await state(page)).answer.turn === "white", "a first move is shown");
  },
);

on("about: of a table that is too large, a sentence", "/table/connect", {}, async (page) => {
  await page.route("**/report", (route) =>
    route.fulfill({ status: 400, json: { error: "Too large.", code: "bad_request" } }),
  );
  await page.locator("#tab-find").click();
  await page.getByText("About this game").click();
  await page.locator("details.about").getByText("Too large.").waitFor();
});

// ---- the board and its values -------------------------------------------------------------------

on(
  "board: values on squares, by letter and colour",
  "/table/tictactoe?position=bb1/ww1/3_b",
  {},
  async (page) => {
    const { answer } = await state(page);
    const labels = await page.locator(".move text").allTextContents();
    assert.equal(labels.length, answer.moves.length);
    assert.ok(labels.includes("W1"));
    assert.ok(labels.some((text) => text.startsWith("L")));
    assert.notEqual(await colour(page, ".v-win .spot"), await colour(page, ".v-loss .spot"));
  },
);

on("board: values on arrows, paler the further from best", "/table/ostle", {}, async (page) => {
  assert.ok((await page.locator(".arrow").count()) > 10);
  const shades = await page
    .locator(".move:has(.arrow)")
    .evaluateAll((all) => new Set(all.map((e) => e.className.baseVal.match(/p\d/)[0])).size);
  assert.ok(shades >= 2, "more than one shade");
  assert.match((await page.locator(".move text").allTextContents()).join(" "), /W\d+/);
});

const colour = (page, selector) =>
  page
    .locator(selector)
    .first()
    .evaluate((e) => getComputedStyle(e).fill);

on("list: by win, draw, loss, with plies", "/table/ostle", {}, async (page) => {
  assert.match(await head(page), /^(Black|White) wins in \d+ moves$|draw/);
  const groups = await page.locator(".group h2").allTextContents();
  assert.match(groups[0], /^(Winning|Drawing|Losing)\d+$/);
  const { answer } = await state(page);
  assert.equal(await page.locator(".chip").count(), answer.moves.length);
  assert.match(
    await page.locator(".chip").first().getAttribute("aria-label"),
    new RegExp(`^${answer.moves[0].move}, (wins|loses) in \\d+$|draws`),
  );
});

on("list and board: pointing at one lights the other", "/table/tictactoe", {}, async (page) => {
  await page.locator(".chip").nth(4).hover();
  await until(async () => (await page.locator(".move.dim").count()) > 0);
  const { answer } = await state(page);
  const name = answer.moves[2].move;
  await square(page, name).hover();
  await until(async () => (await page.locator(".chip.lit b").allTextContents()).join() === name);
  await page.locator(".chip").nth(1).focus();
  await until(async () => (await page.locator(".move.dim").count()) > 0);
});

// ---- making moves -------------------------------------------------------------------------------

on("moves: a piece is put on a square", "/table/tictactoe", {}, async (page) => {
  await square(page, "b2").click();
  await until(async () => (await state(page)).moves.join() === "b2");
  await until(async () => (await page.locator(".piece").count()) === 1);
});

on(
  "moves: a piece, then where it goes; targets carry values",
  "/table/breakthrough",
  {},
  async (page) => {
    const { answer } = await state(page);
    const m = answer.moves[0];
    const name = (i) => `${answer.board.files[i % 3]}${answer.board.ranks[Math.floor(i / 3)]}`;
    await square(page, name(m.from[0])).click();
    const reach = answer.moves.filter((x) => x.from[0] === m.from[0]);
    assert.equal(await page.locator(".arrows .move").count(), reach.length);
    assert.match(
      await square(page, name(m.to[0])).getAttribute("aria-label"),
      /move here (wins|loses) in \d+/,
    );
    await square(page, name(m.to[0])).click();
    await until(async () => (await state(page)).moves[0] === m.move);
  },
);

on("moves: a push off the board, by its edge", "/table/ostle", {}, async (page) => {
  await square(page, "a1").click();
  const rim = page.locator(".rim.live");
  assert.ok((await rim.count()) >= 2);
  const down = page.locator('[data-key="0,-1"]');
  assert.match(await down.getAttribute("aria-label"), /^off the board, a1D, loses in 1$/);
  await down.click();
  await until(async () => (await state(page)).answer.over);
  assert.match(await head(page), /White has won/);
});

on("moves: a domino over two squares", "/table/domineering", {}, async (page) => {
  await square(page, "a2").click();
  await square(page, "a3").click();
  await until(async () => (await state(page)).moves.join() === "a2+a3");
  await until(async () => (await page.locator(".piece").count()) === 2);
});

on("moves: where stones fall, anywhere in the column", "/table/connect", {}, async (page) => {
  await square(page, "c3").click();
  await until(async () => (await state(page)).moves.join() === "c");
});

on("moves: a pass by its button", "/table/othello", {}, async (page) => {
  // Plays to the first position with a pass, by moves that leave only a pass.
  const find = async () => {
    const stack = [[(await positionAt("othello", "start")).position, 0]];
    for (let i = 0; i < 500 && stack.length; ++i) {
      const [p, depth] = stack.pop();
      const a = await positionAt("othello", p);
      if (a.moves?.[0]?.move === "pass") return p;
      for (const m of a.moves ?? [])
        if (m.position && depth < 11) stack.push([m.position, depth + 1]);
    }
  };
  const found = await find();
  await w.go(page, `/table/othello?position=${encodeURIComponent(found)}`);
  await page.locator("#pass").waitFor();
  await page.locator("#pass").click();
  await until(async () => (await state(page)).moves.join() === "pass");
});

test("moves: several by one square are chosen from", async () => {
  const double = (page) =>
    w.change(page, ({ moves }) => {
      if (moves?.length > 1) moves.push({ ...moves[0], move: "b1!", best: false });
    });
  const page = await w.open("/table/tictactoe", { prepare: double });
  const { answer } = await state(page);
  await square(page, answer.moves[0].move).click();
  await page.locator("dialog .chip b").first().waitFor();
  assert.deepEqual(await page.locator("dialog .chip b").allTextContents(), [
    answer.moves[0].move,
    "b1!",
  ]);
  assert.deepEqual(
    (await new AxeBuilder({ page }).setLegacyMode().analyze()).violations.map((v) => v.id),
    [],
  );
  await page.locator("dialog .chip").first().click();
  await until(async () => (await state(page)).moves.length === 1);
  await w.undelay(page);
  await close(page);
});

on("moves: dragged with a mouse", "/table/breakthrough", {}, async (page) => {
  const { answer } = await state(page);
  const m = answer.moves.find((x) => x.dx === 0);
  const middle = async (key) => {
    const box = await page.locator(`[data-key="${key}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...(await middle(m.from[0])));
  await page.mouse.down();
  await page.mouse.move(...(await middle(m.to[0])), { steps: 4 });
  await page.mouse.up();
  await until(async () => (await state(page)).moves[0] === m.move);
});

on("moves: typed, with suggestions", "/table/ostle", {}, async (page) => {
  const { answer } = await state(page);
  assert.equal(await page.locator("#typed-list option").count(), answer.moves.length);
  await page.keyboard.press("m");
  await page.keyboard.type("zz9");
  await page.keyboard.press("Enter");
  assert.match(await page.locator("#typed-note").textContent(), /not a move here/);
  await page.locator("#typed").fill(answer.moves[1].move.toLowerCase());
  await page.keyboard.press("Enter");
  await until(async () => (await state(page)).moves[0] === answer.moves[1].move);
});

// ---- addresses ----------------------------------------------------------------------------------

on(
  "address: changes with each move; back, forward, reload, a pasted link",
  "/table/ostle",
  {},
  async (page) => {
    for (let i = 0; i < 3; ++i) {
      await page.keyboard.press(" ");
      await until(async () => (await state(page)).at === i + 1);
    }
    const played = (await state(page)).moves;
    await until(() => page.url().endsWith(`moves=${played.join(",")}`));
    await page.goBack();
    await until(async () => (await state(page)).at === 2);
    assert.ok(page.url().endsWith(`moves=${played.slice(0, 2).join(",")}`));
    await page.goForward();
    await until(async () => (await state(page)).at === 3);
    const said = await head(page);
    await page.reload();
    await until(async () => (await state(page)).at === 3);
    const fresh = await w.open(page.url());
    await until(async () => (await state(fresh)).at === 3);
    assert.deepEqual((await state(fresh)).moves, played);
    assert.equal(await head(fresh), said);
    await close(fresh);
  },
);

on(
  "address: a position with spaces as _, and moves",
  "/table/tictactoe?position=3/1b1/3_w&moves=a1,c1",
  {},
  async (page) => {
    await until(async () => (await state(page)).at === 2);
    assert.equal((await state(page)).answer.board.cells, "w.b.b....");
  },
);

on(
  "address: a parameter that the page does not know is told",
  "/table/tictactoe?fen=x&moves=a1",
  {},
  async (page) => {
    await until(async () =>
      /does not know “fen”/.test(await page.locator("#banner").textContent()),
    );
    assert.equal((await state(page)).at, 1);
  },
);

// ---- answers that come too late -----------------------------------------------------------------

const slow = (page, ms, what = "positions") => w.delay(page, ms, what);
// Play can still go on.
const lives = async (page, at) => {
  await w.undelay(page);
  await until(async () => (await state(page)).at === at, `the node ${at}`);
  const { answer } = await state(page);
  await page.locator(".chip", { hasText: answer.moves[0].move }).first().click();
  await until(async () => (await state(page)).at === at + 1, "a move after it");
  assert.ok((await state(page)).grades.length === at + 2);
};

on(
  "late: a move overtaken by Home, by an arrow, by a new game",
  "/table/tictactoe?moves=a1,b2,c3",
  {},
  async (page) => {
    await until(async () => (await state(page)).at === 3);
    await slow(page, 400);
    await page.locator(".chip").first().click();
    await page.keyboard.press("Home");
    await new Promise((resolve) => setTimeout(resolve, 900));
    await lives(page, 0);
    await slow(page, 400);
    await page.locator(".chip").first().click();
    await page.keyboard.press("ArrowLeft"); // (It takes back the move that is under way.)
    await new Promise((resolve) => setTimeout(resolve, 900));
    await lives(page, 1);
    await page.locator("#tab-game").click();
    await page.locator("#new-game").waitFor();
    await slow(page, 400);
    await square(page, (await state(page)).answer.moves.at(-1).move).click();
    await page.locator("#new-game").click();
    await new Promise((resolve) => setTimeout(resolve, 900));
    await page.locator("#tab-moves").click();
    await lives(page, 0);
  },
);

on(
  "late: a jump along best play that was left",
  "/table/tictactoe?position=b2/1w1/3_b",
  {},
  async (page) => {
    await page.locator("#tab-game").click();
    await page.locator("#line-end").waitFor();
    await slow(page, 400);
    await page.locator("#line-end").click();
    await page.locator("#new-game").click();
    await new Promise((resolve) => setTimeout(resolve, 1200));
    const { at, moves, answer } = await state(page);
    assert.deepEqual([at, moves.length, answer.board.cells], [0, 0, "........."]);
  },
);

on(
  "late: a position read for setting up that was left, an example that was left",
  "/table/ostle",
  {},
  async (page) => {
    await page.locator("#tab-edit").click();
    await page.locator("#edit-text").waitFor();
    await slow(page, 400);
    await page.locator("#edit-text").fill("wwww/4/1o2/bbbb w");
    await page.keyboard.press("Enter");
    await page.locator("#tab-moves").click();
    await new Promise((resolve) => setTimeout(resolve, 1200));
    await lives(page, 0);
    await page.locator("#tab-find").click();
    await page.locator(".pick .reach").first().waitFor();
    await slow(page, 600, "examples");
    await page.locator(".pick .reach").nth(4).click({ force: true }); // (Its bar may lie over it.)
    await page.keyboard.press("Home");
    await new Promise((resolve) => setTimeout(resolve, 1200));
    assert.equal((await state(page)).at, 0);
    assert.doesNotMatch(page.url(), /position=/);
  },
);

on(
  "late: a puzzle that was left while its refutation is shown",
  "/table/ostle",
  {},
  async (page) => {
    const { answer } = await state(page);
    await puzzle(page, 3, 9);
    await answerBySoon(page, (await state(page)).answer.moves.find((m) => m.value === "loss").move);
    await until(async () => /See why/.test(await page.locator("#train-note").textContent()));
    await page.locator("#tab-moves").click();
    await new Promise((resolve) => setTimeout(resolve, 3500));
    assert.equal((await state(page)).answer.position, answer.position);
    await lives(page, 0);
  },
);

// ---- keys ---------------------------------------------------------------------------------------

on("keys: history, best move, turning, help", "/table/ostle", {}, async (page) => {
  await page.keyboard.press(" ");
  await until(async () => (await state(page)).at === 1);
  await page.keyboard.press("ArrowLeft");
  await until(async () => (await state(page)).at === 0);
  await page.keyboard.press("ArrowRight");
  await until(async () => (await state(page)).at === 1);
  await page.keyboard.press("Home");
  await until(async () => (await state(page)).at === 0);
  const first = () => page.locator("[role=gridcell]").first().getAttribute("aria-label");
  assert.match(await first(), /^a4/);
  await page.keyboard.press("f");
  assert.match(await first(), /^d1/);
  await page.keyboard.press("v");
  assert.equal(await page.locator(".move text").count(), 0);
  await page.keyboard.press("?");
  await page.locator("dialog[open]").waitFor();
  assert.match(await page.locator("dialog").textContent(), /best move/);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("dialog[open]").count(), 0);
});

on("keys: a game by the keyboard alone", "/table/ostle", {}, async (page) => {
  await page.keyboard.press("b");
  const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  assert.match(await focused(), /^a1, black piece, \d+ moves, best/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.match(await focused(), /^c1, black piece/);
  await page.keyboard.press("Enter");
  assert.match(await live(page), /^c1 chosen/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  assert.match(await focused(), /^c2, empty, move here (wins|draws|loses)/);
  await page.keyboard.press("Enter");
  await until(async () => (await state(page)).moves.join() === "c1U");
  assert.match(await live(page), /^c1U\. (Black|White|A draw)/);
  // And off the board.
  await page.keyboard.press("ArrowLeft");
  await page.evaluate(() => history.back());
  await until(async () => (await state(page)).at === 0);
  await page.keyboard.press("b");
  while (!/^a1/.test(await focused()))
    await page.keyboard.press(/^a/.test(await focused()) ? "ArrowDown" : "ArrowLeft");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowLeft");
  assert.match(await focused(), /^off the board, a1L/);
});

on(
  "reading aloud: a labelled grid, rows, cells; announcements",
  "/table/ostle",
  {},
  async (page) => {
    const grid = page.locator("[role=grid]");
    assert.equal(await grid.getAttribute("aria-label"), "Board, 4 by 4, Black to move");
    assert.equal(await grid.locator("[role=row]").count(), 4);
    assert.equal(await grid.locator("[role=gridcell]").count(), 16);
    assert.equal(await grid.locator('[role=gridcell][tabindex="0"]').count(), 1);
    assert.match(
      await square(page, "c1").getAttribute("aria-label"),
      /^c1, black piece, \d+ moves, best to c2 wins in \d+$/,
    );
    await page.keyboard.press(" ");
    await until(async () =>
      /^\w+\. (Black|White) wins in \d+ moves\. White to move\.$/.test((await live(page)) ?? ""),
    );
  },
);

// ---- setting up ---------------------------------------------------------------------------------

on(
  "set up: pieces come and go, the turn stays, the server says whether it is a position",
  "/table/tictactoe",
  {},
  async (page) => {
    await page.locator("#tab-edit").click();
    await page.locator("#edit-note").waitFor();
    const turn = () => page.locator("[name=turn]:checked").getAttribute("value");
    assert.equal(await turn(), "black");
    for (const name of ["a1", "b1"]) await square(page, name).click();
    await page.getByRole("radio", { name: "White" }).first().check();
    await square(page, "c3").click();
    assert.equal(await turn(), "black", "putting pieces changes no turn");
    await until(
      async () =>
        /piece|side|turn|stones|not/i.test(await page.locator("#edit-note").textContent()) &&
        (await page.locator("#edit-go").isDisabled()),
      "a refusal",
    );
    await square(page, "b2").click();
    await until(async () => await page.locator("#edit-go").isEnabled(), "a position");
    assert.match(await head(page), /^(Black|White) wins in|draw/);
    const cells = async () =>
      (
        await page
          .locator("[role=gridcell]")
          .evaluateAll((all) => all.map((e) => e.getAttribute("aria-label")))
      )
        .filter((text) => !/empty/.test(text))
        .map((text) => text.slice(0, 2) + text[4])
        .sort()
        .join();
    assert.equal(await cells(), "a1b,b1b,b2w,c3w");
    await page.locator("#edit-mirror").click();
    assert.equal(await cells(), "a3w,b1b,b2w,c1b");
    await page.locator("#edit-turn").click();
    assert.equal(await cells().then((text) => text.length), 15);
    await page.locator("#edit-swap").click();
    assert.match(await cells(), /b/);
    assert.equal(await turn(), "black");
    await page.locator("#edit-clear").click();
    assert.equal(await cells(), "");
    await page.locator("#edit-text").fill("3/1b1/3 w");
    await page.keyboard.press("Enter");
    await until(async () => (await cells()) === "b2b");
    assert.equal(await turn(), "white");
    await until(() => page.locator("#edit-go").isEnabled());
    await page.locator("#edit-go").click();
    await until(() => page.url().includes("position=3/1b1/3_w"));
    assert.equal((await state(page)).mode, "play");
  },
);

// ---- kinds of pieces, hands, lines --------------------------------------------------------------

// The first of some positions of a table, drawn at random, of which f(answer) finds a move; goes
// there.
async function findPosition(page, id, f) {
  const find = async () => {
    for (let seed = 1; seed < 6; ++seed) {
      const drawn = await w.api(`${id}/random?count=100&seed=${seed}`);
      for (const { position } of drawn.positions) {
        const answer = await positionAt(id, position);
        const move = answer.over ? null : f(answer);
        if (move) return { position, move };
      }
    }
    return null;
  };
  const found = await find();
  assert.ok(found, "some position has such a move");
  await w.go(page, `/table/${id}?position=${encodeURIComponent(found.position)}`);
  await until(async () => (await state(page)).answer?.position === found.position);
  return found.move;
}
const clickable = (page, key) => page.locator(`[data-key="${key}"]`);

on("pieces: letters say the kind, colours the side", "/table/dobutsu", {}, async (page) => {
  const letters = async (side) =>
    (await page.locator(`.stones .letter.${side}`).allTextContents()).sort().join("");
  assert.equal(await letters("black"), "CEGL");
  assert.equal(await letters("white"), "CEGL");
  assert.match(await square(page, "b2").getAttribute("aria-label"), /^b2, black chick, move to b3/);
  assert.equal(await page.locator(".held").count(), 0, "nothing is ever in hand here");
});

on(
  "pieces: the values of a queen's and a king's moves leave their letters free",
  "/table/kqk?position=8/8/3k4/8/8/8/3K4/5Q2_w",
  {},
  async (page) => {
    const { answer } = await state(page);
    const boxes = (what) =>
      page.locator(what).evaluateAll((all) =>
        all.map((e) => {
          const { left, right, top, bottom } = e.getBoundingClientRect();
          return { left, right, top, bottom };
        }),
      );
    const values = await boxes(".move .tag");
    assert.equal(values.length, answer.moves.length);
    const letters = await boxes(".stones .letter");
    assert.equal(letters.length, 3);
    for (const a of values)
      for (const b of letters)
        assert.ok(a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top);
  },
);

on("arrows there and back lie beside each other", "/table/quixo", {}, async (page) => {
  const middles = await page.locator(".arrow").evaluateAll((all) =>
    all.map((e) => {
      const { x, y, width, height } = e.getBBox();
      return [x + width / 2, y + height / 2];
    }),
  );
  assert.equal(middles.length, 8);
  for (const [i, a] of middles.entries())
    for (const b of middles.slice(0, i)) assert.ok(Math.hypot(a[0] - b[0], a[1] - b[1]) > 15);
});

on("pieces: they move, take, and change their kind", "/table/dobutsu", {}, async (page) => {
  const m = await findPosition(page, "dobutsu", (answer) =>
    answer.moves.find((move) => move.move.endsWith("=H")),
  );
  await clickable(page, m.from[0]).click();
  await clickable(page, m.to[0]).click();
  await until(async () => (await state(page)).moves[0] === m.move);
  const { answer } = await state(page);
  assert.equal(answer.board.cells[m.to[0]].toUpperCase(), "H");
});

on("drops: a piece in hand, then a square", "/table/drops", {}, async (page) => {
  const m = await findPosition(page, "drops", (answer) =>
    answer.moves.find((move) => move.dropped),
  );
  const hand = clickable(page, `hand:${m.dropped}`);
  assert.match(await hand.getAttribute("aria-label"), /^1 (black|white) pawn in hand, /);
  const { answer } = await state(page);
  const squares = answer.moves.filter((move) => move.dropped === m.dropped);
  await hand.click();
  assert.equal(await page.locator(".arrows .move").count(), squares.length);
  await clickable(page, m.to[0]).click();
  await until(async () => (await state(page)).moves[0] === m.move);
  const after = (await state(page)).answer.board;
  assert.equal(after.cells[m.to[0]], m.dropped);
  const left = after.hands.reduce((sum, { number }) => sum + number, 0);
  await until(async () => (await page.locator(".hands .stone").count()) === left);
});

on("drops: by the square alone; and by the keyboard", "/table/tapatan", {}, async (page) => {
  assert.equal(await page.locator(".hands .stone").count(), 6, "every man in hand is there");
  await square(page, "b2").click();
  await until(async () => (await state(page)).moves.join() === "b2");
  await until(async () => (await page.locator(".hands .stone").count()) === 5);
  await square(page, "c3").focus();
  await page.keyboard.press("ArrowUp");
  assert.match(
    await page.evaluate(() => document.activeElement.getAttribute("aria-label")),
    /^3 white men in hand, 8 moves/,
  );
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await until(async () => (await state(page)).moves.join() === "b2,a3");
});

on(
  "chess variants: a man in hand, then a square",
  "/table/minishogi?position=4k/5/5/5/K4[Gs]_w_-_-_0_1",
  {},
  async (page) => {
    const hand = clickable(page, "hand:G");
    assert.match(await hand.getAttribute("aria-label"), /^1 white \S+ in hand, /);
    const board = await page.locator(".square").first().boundingBox();
    assert.ok((await hand.boundingBox()).y > board.y, "White sits below");
    const { answer } = await state(page);
    await hand.click();
    assert.equal(
      await page.locator(".arrows .move").count(),
      answer.moves.filter(({ dropped }) => dropped === "G").length,
    );
    await square(page, "c3").click();
    await until(async () => (await state(page)).moves.join() === "G@c3");
    assert.equal(
      await square(page, "c3")
        .getAttribute("aria-label")
        .then((l) => l.slice(0, 9)),
      "c3, white",
    );
    assert.equal(await page.locator(".hands .letter").count(), 1, "Black's silver");
  },
);

on(
  "chess variants: promotion is chosen among the moves to one square, and shown",
  "/table/minishogi?position=4k/1S3/5/5/K4[G]_w_-_-_0_1",
  {},
  async (page) => {
    await square(page, "b4").click();
    await square(page, "b5").click();
    const offered = page.locator("dialog .chip");
    await offered.first().waitFor();
    assert.equal(await offered.count(), 2);
    await offered.filter({ hasText: "+" }).first().click();
    await until(async () => (await state(page)).moves.length === 1);
    await until(async () =>
      (await page.locator(".stones .letter").allTextContents()).includes("全"),
    );
  },
);

on(
  "chess variants: men of shogi and xiangqi have characters",
  "/table/minishogi?position=4k/1%2BS3/5/5/K4[G]_w_-_-_0_1",
  {},
  async (page) => {
    const shown = async (signs) =>
      until(async () => {
        const there = await page.locator(".stones .letter").allTextContents();
        return there.sort().join("") === [...signs].sort().join("");
      });
    await shown("王玉全");
    assert.deepEqual(await page.locator(".hands .letter").allTextContents(), ["金"]);
    const other = "/table/minixiangqi?position=3k3/7/3p3/7/7/3R3/3K3_w_-_-_0_1";
    await w.go(page, other);
    await shown("俥卒將帥");
  },
);

on(
  "chess variants: set up by a FEN and by hand",
  "/table/minishogi?position=4k/5/5/5/K4[Gs]_w_-_-_0_1",
  {},
  async (page) => {
    await page.locator("#tab-edit").click();
    const text = page.locator("#edit-text");
    await text.fill("4k/5/2+S2/5/K4[g] b - - 0 1");
    await text.press("Enter");
    await until(async () =>
      (await page.locator("#edit-note").textContent()).includes("of this table"),
    );
    // (The note was there before: the FEN has been read when it is Black's turn.)
    await until(() => page.locator("[name=turn][value=black]").isChecked());
    await text.blur();
    await page.locator("[name=turn][value=white]").check({ force: true });
    await until(async () => (await text.inputValue()) === "4k/5/2+S2/5/K4[g] w - - 0 1");
    await page.locator("#edit-go").click();
    await until(async () => (await state(page)).answer.position?.startsWith("4k/5/2+S2/5/K4[g] w"));
  },
);

on(
  "chess variants: how many checks are to be given is set up, too",
  "/table/three-checks?position=8/8/8/3k4/8/8/8/K6R_w_-_-_2%2B3_0_1",
  {},
  async (page) => {
    await page.locator("#tab-edit").click();
    const text = page.locator("#edit-text");
    const sets = (position) => until(async () => (await text.inputValue()) === position);
    await sets("8/8/8/3k4/8/8/8/K6R w - - 2+3 0 1");
    await page.locator("button[aria-label='One check by White less']").click();
    await sets("8/8/8/3k4/8/8/8/K6R w - - 1+3 0 1");
    await page.locator("button[aria-label='One check by White less']").click();
    await page.locator("button[aria-label='One check by Black less']").click();
    await sets("8/8/8/3k4/8/8/8/K6R w - - 1+2 0 1");
    // The number stays when men are moved; it goes with the side when colours are swapped.
    await page.locator("[name=tool][value=R]").check({ force: true });
    await clickable(page, 1).click();
    await sets("8/8/8/3k4/8/8/8/KR5R w - - 1+2 0 1");
    await page.locator("#edit-swap").click();
    await until(async () => (await text.inputValue()).includes(" 2+1 "));
    const numbers = await page.locator("[data-checks]").allTextContents();
    assert.deepEqual(numbers, ["2", "1"]);
  },
);

on("turns in parts: a man, where it goes, and what it takes", "/table/morris", {}, async (page) => {
  const m = await findPosition(page, "morris", (answer) =>
    answer.moves.find(
      (move) =>
        move.from.length === 1 &&
        move.taken.length === 1 &&
        answer.moves.filter((o) => o.from[0] === move.from[0] && o.to[0] === move.to[0]).length > 1,
    ),
  );
  const [from, to, taken] = m.named;
  await clickable(page, from).click();
  await clickable(page, to).click();
  assert.deepEqual((await state(page)).moves, [], "what it takes is still to be said");
  assert.match(await page.locator("#live").textContent(), / chosen\. /);
  const [x, y] = await page
    .locator(".piece")
    .evaluateAll((all) => all.map((e) => e.style.transform))
    .then((all) => [all, new Set(all).size]);
  assert.equal(x.length, y, "the man stands where it goes already");
  await clickable(page, taken).click();
  await until(async () => (await state(page)).moves[0] === m.move);
});

on("turns in parts: a man from hand, and what it takes", "/table/morris", {}, async (page) => {
  const m = await findPosition(page, "morris", (answer) =>
    answer.moves.find(
      (move) =>
        move.dropped &&
        move.taken.length === 1 &&
        answer.moves.filter((o) => o.to[0] === move.to[0]).length > 1,
    ),
  );
  await clickable(page, m.to[0]).click();
  await page.keyboard.press("Escape");
  await clickable(page, `hand:${m.dropped}`).click();
  await clickable(page, m.to[0]).click();
  await clickable(page, m.taken[0]).click();
  await until(async () => (await state(page)).moves[0] === m.move);
});

on("lines: a board of points, and none where there is none", "/table/morris", {}, async (page) => {
  assert.equal(await page.locator(".squares .knot").count(), 16);
  assert.equal(await page.locator(".squares .square.dark").count(), 0);
  assert.equal(await page.locator("#board [role=gridcell][data-key]:not(.held)").count(), 16);
  assert.equal((await page.locator(".line").getAttribute("d")).match(/M/g).length, 20);
  // The arrow keys pass over what is not there: c2 is above c1, and c4 above c2.
  await square(page, "c1").focus();
  for (const name of ["c2", "c4", "c5"]) {
    await page.keyboard.press("ArrowUp");
    const label = await page.evaluate(() => document.activeElement.getAttribute("aria-label"));
    assert.ok(label.startsWith(`${name},`), label);
  }
  await w.go(page, "/table/tapatan");
  await until(async () => (await page.locator(".knot").count()) === 9);
  assert.equal((await page.locator(".line").getAttribute("d")).match(/M/g).length, 16);
});

on("pushes: the cube, and where it comes in again", "/table/quixo", {}, async (page) => {
  const { answer } = await state(page);
  assert.ok(answer.moves.every((m) => m.named.length === 2));
  assert.equal(await page.locator(".line").count(), 0, "a board of squares");
  const m = answer.moves[0];
  await clickable(page, m.named[0]).click();
  await clickable(page, m.named[1]).click();
  await until(async () => (await state(page)).moves[0] === m.move);
});

on("pieces that leave the board: two taps", "/table/dodgem", {}, async (page) => {
  const m = await findPosition(page, "dodgem", (answer) =>
    answer.moves.find(
      (move) =>
        !move.to.length && answer.moves.some((o) => o.to.length && o.from[0] === move.from[0]),
    ),
  );
  await clickable(page, m.from[0]).click();
  await clickable(page, m.from[0]).click();
  await until(async () => (await state(page)).moves[0] === m.move);
});

on("set up: kinds of pieces, and hands", "/table/drops", {}, async (page) => {
  await page.locator("#tab-edit").click();
  await page.locator("#edit-note").waitFor();
  await page.locator("#edit-clear").click();
  const place = async (colour, kind, name) => {
    const tool = page.locator(
      `[name=tool][value="${colour === "white" ? kind : kind.toLowerCase()}"]`,
    );
    await tool.check();
    await square(page, name).click();
  };
  await place("white", "K", "a3");
  await place("black", "K", "c1");
  await place("black", "G", "b2");
  assert.match(await square(page, "b2").getAttribute("aria-label"), /^b2, black gold$/);
  await page.getByLabel("One white pawn more").click();
  await clickable(page, "hand:p").click();
  await page.getByLabel("One black pawn less").click();
  await until(
    async () => (await page.locator("#edit-text").inputValue()) === "K2/1g1/2k[P] b",
    "the position",
  );
  await page.locator("#edit-swap").click();
  await until(
    async () => (await page.locator("#edit-text").inputValue()) === "k2/1G1/2K[p] b",
    "both sides exchanged",
  );
  await until(() => page.locator("#edit-go").isEnabled());
  await page.locator("#edit-text").fill("K2/3/2k[Pp] w");
  await page.keyboard.press("Enter");
  await until(async () => (await page.locator("[data-held]").allTextContents()).join() === "1,1");
  await page.locator("#edit-go").click();
  await until(() => decodeURIComponent(page.url()).includes("position=K2/3/2k[pP]_w"));
});

on("set up: a board with lines keeps its shape", "/table/morris", {}, async (page) => {
  await page.locator("#tab-edit").click();
  await page.locator("#edit-note").waitFor();
  const tools = await page.locator("[name=tool]").evaluateAll((all) => all.map((e) => e.value));
  assert.deepEqual(tools, ["b", "w", "."], "nothing can be put where there is no point");
  await page.getByLabel("One black man less").click();
  await page.locator('[name=turn][value="white"]').check();
  await square(page, "a1").click();
  await page.locator("#edit-turn").click();
  await until(async () => /^b2?\//.test(await page.locator("#edit-text").inputValue()));
});

on("rules: in words, of a game in one file", "/table/morris", {}, async (page) => {
  await page.locator("#help").click();
  await page.locator("#dialog .rules").first().waitFor();
  const text = await page.locator("#dialog").textContent();
  assert.match(text, /three of .* are in a row on a line/);
  await page.locator("#dialog details summary").click();
  assert.match(await page.locator("#dialog pre").textContent(), /^#bddl 2/);
});

for (const id of ["drops", "morris"])
  on(`panels: of a game with hands, ${id}`, `/table/${id}`, {}, async (page) => {
    await page.locator("#tab-find").click();
    await until(async () => (await page.locator(".start svg").count()) >= 6);
    assert.ok((await page.locator(".start .tray").count()) >= 12, "hands on small boards");
    await page.locator("#tab-trainer").click();
    await page.locator("#wish-from").fill("1");
    await page.locator("#train-start").click();
    await page.locator("#train-hint").waitFor();
    await page.locator("#train-hint").click();
    await until(async () =>
      /Look at|The move is/.test(await page.locator("#train-note").textContent()),
    );
    await page.locator("#train-solution").click();
    await until(async () => (await page.locator("#train-next").textContent()) === "Next puzzle");
    await page.locator("#tab-share").click();
    await page.locator("#share-link").waitFor();
    const link = await page.locator("#share-link").inputValue();
    const shown = await page.locator("#share-position").inputValue();
    await w.go(page, link);
    await until(async () => (await state(page)).answer?.position === shown);
  });

on("share: a picture with lines, hands and letters", "/table/drops", {}, async (page) => {
  await page.locator("#tab-share").click();
  const download = page.waitForEvent("download");
  await page.locator("#save-svg").click();
  const text = readFileSync(await (await download).path(), "utf8");
  assert.match(text, />K<\/text>/);
});

// ---- best play and the game so far --------------------------------------------------------------

on(
  "best play: a step, a jump, and all of it",
  "/table/tictactoe?position=b2/1w1/3_b",
  {},
  async (page) => {
    await page.locator("#tab-game").click();
    await page.locator("#line-step").waitFor();
    const line = await page.locator(".card .ply").allTextContents();
    assert.equal(line[0], (await state(page)).answer.moves[0].move);
    await page.locator("#line-step").click();
    await until(async () => (await state(page)).at === 1);
    await page.locator(".card .ply").nth(3).click();
    await until(async () => (await state(page)).at === 4);
    assert.deepEqual((await state(page)).moves, line.slice(0, 4));
    await page.locator("#line-play").click();
    await until(async () => (await state(page)).answer.over);
    assert.deepEqual((await state(page)).moves, line);
  },
);

on(
  "history: a graph of values with errors marked; a click jumps",
  "/table/connect?moves=a,b",
  {},
  async (page) => {
    // A move that gives something away is marked.
    const find = async () => {
      for (let i = 0; i < 6; ++i) {
        const { answer } = await state(page);
        const worse = answer.moves.find((m) => m.value !== answer.moves[0].value);
        if (worse) return worse;
        await page.keyboard.press(" ");
        await until(async () => (await state(page)).at === 3 + i);
      }
    };
    const bad = await find();
    await page.locator(".chip", { hasText: bad.move }).first().click();
    const strip = page.locator("#timeline");
    await until(async () => (await strip.locator(".fault.outcome").count()) === 1);
    const { at } = await state(page);
    assert.equal(await strip.locator(".bar, .point").count(), at + 1);
    assert.match(
      await strip.getAttribute("aria-valuetext"),
      /gave the (draw|win) away|turned a win/,
    );
    const box = await strip.boundingBox();
    await page.mouse.click(box.x + 13, box.y + 30);
    await until(async () => (await state(page)).at === 0);
    await strip.focus();
    await page.keyboard.press("End");
    await until(async () => (await state(page)).at === at);
    await page.locator("#tab-game").click();
    await page.locator(".faults li").waitFor();
    const fault = await page.locator(".faults li").first().textContent();
    assert.match(fault, /gave|turned/);
    const number = `${Math.ceil(at / 2)}${at % 2 === 0 ? "..." : "."}`;
    assert.ok(fault.startsWith(`${number} ${bad.move} `), fault);
  },
);

on("history: a slower win is marked, too", "/table/ostle", {}, async (page) => {
  const { answer } = await state(page);
  const slower = answer.moves.find((m) => m.value === "win" && m.plies > answer.moves[0].plies);
  await page.locator(".chip", { hasText: slower.move }).first().click();
  await until(async () => (await page.locator(".fault.slower").count()) === 1);
});

on(
  "find: values by plies; longest wins, drawn positions, any ones",
  "/table/ostle",
  {},
  async (page) => {
    await page.locator("#tab-find").click();
    await page.locator(".histogram").waitFor();
    assert.ok((await page.locator(".count-bar").count()) > 5);
    assert.match(await page.locator(".legend").textContent(), /wins.*losses/);
    await until(async () => (await page.locator(".start").count()) >= 13);
    const longest = await page.locator(".start").first().getAttribute("aria-label");
    const info = await w.api("ostle");
    assert.ok(
      longest.endsWith(`in ${info.greatest}`),
      `${longest}: the longest is ${info.greatest}`,
    );
    const drawn = page
      .locator("#panel section section, #panel .stack > section", {
        has: page.getByText("Drawn positions"),
      })
      .locator(".start")
      .first();
    assert.match(await drawn.getAttribute("aria-label"), /draws$/);
    await drawn.click();
    await until(async () => /draw/.test(await head(page)));
    assert.ok(page.url().includes("position="));
  },
);

// ---- playing against the table ------------------------------------------------------------------

on(
  "play: the table answers for its side, or plays both, or none",
  "/table/tictactoe",
  {},
  async (page) => {
    await page.locator("#tab-game").click();
    await page.locator("#seat-white").selectOption("table");
    await square(page, "a1").click();
    await until(async () => (await state(page)).at === 2, "an answer");
    const { answer, moves } = await state(page);
    assert.equal(answer.turn, "black");
    assert.equal(moves[1], "b2", "the only move that holds the draw");
    await page.locator("#seat-black").selectOption("table");
    await until(async () => (await state(page)).answer.over, "a game by itself", 9000);
    assert.match(await head(page), /draw/i);
  },
);

on("play: a human opponent errs now and then", "/table/tictactoe", {}, async (page) => {
  const answer = await positionAt("tictactoe", "2b/3/3 w");
  const errors = await page.evaluate(async (moves) => {
    const { pick } = await pageModule("game.js");
    const count = (human) =>
      Array.from({ length: 300 }, () => pick(moves, human)).filter((m) => !m.best).length;
    return [count(false), count(true)];
  }, answer.moves);
  assert.equal(errors[0], 0);
  assert.ok(errors[1] > 30 && errors[1] < 200, `${errors[1]} of 300`);
});

// After a corner only the middle holds the draw; after the middle, every corner does.
on("play: the table lures", "/table/tictactoe", {}, async (page) => {
  await page.locator("#tab-game").click();
  await page.locator("#lure").check();
  await page.locator("#seat-black").selectOption("table");
  await until(async () => (await state(page)).at === 1, "a move");
  assert.equal((await state(page)).moves[0], "a1");
});

// (The program's test reads the same file: tests/probe/move_numbers_test.cpp.)
on("numbers of moves: pairs, commas, one for each", "/table/tictactoe", {}, async (page) => {
  const file = new URL("../probe/move_numbers.json", import.meta.url);
  const lines = JSON.parse(readFileSync(file, "utf8"));
  assert.ok(lines.length > 0);
  for (const { moves, alone, text, begin } of lines) {
    const all = [...moves];
    const again = all.map((move) => move < "a");
    const numbers = await page.evaluate(
      async ([list, one]) => (await pageModule("move_numbers.js")).moveNumbers(list, one),
      [again, alone],
    );
    assert.equal(all.map((move, i) => numbers[i].next + move).join(""), text);
    assert.deepEqual(
      all.map((move, i) => numbers[i].begin + move),
      begin,
    );
  }
});

// Sides that take turns, one with extra turns, and one player alone.
for (const [name, sort] of [
  ["connect", /^1\. \S+ \S+  2\. \S+ \S+  3\./],
  ["own-turns", /^1\. \S+, \S+.* \S+ {2}2\. /],
  ["own-puzzle", /^(\d+\. \d (up|down|left|right)(  |$))+$/],
])
  test(`numbers of moves: ${name}, as the program writes them`, async (t) => {
    if (!w.folder) return t.skip("a server of someone else's");
    const page = await w.open(`/table/${name}`, shown);
    const begun = (await state(page)).answer.position;
    await page.locator("#tab-game").click();
    await page.locator("#line-end").click();
    await until(async () => (await state(page)).answer.over);
    const text = lineOfProgram(w.folder, name, begun);
    assert.match(text, sort);
    const moves = page.locator("section", { hasText: "Moves so far" }).locator(".plies");
    const plain = (line) => line.replaceAll(/\s/g, "");
    assert.equal(plain(await moves.textContent()), plain(text));
    // What is read aloud of a move has its number.
    const last = await moves.locator(".ply").last().getAttribute("aria-label");
    const number = text.match(/\d+\./g).at(-1);
    assert.match(last, new RegExp(`^after ${number.replace(".", "\\.")}(\\.\\.)? `));
    await page.locator("#tab-share").click();
    assert.equal(await page.locator("#share-moves").inputValue(), text);
    await close(page);
  });

// ---- puzzles ------------------------------------------------------------------------------------

async function puzzle(page, from, to, boxes = []) {
  await page.locator("#tab-trainer").click();
  await page.locator("#train-start").waitFor();
  await page.locator("#wish-from").fill(String(from));
  await page.locator("#wish-to").fill(String(to));
  if (!boxes.includes("only_move")) await page.locator("#wish-only_move").uncheck();
  for (const box of boxes) await page.locator(`#wish-${box}`).check();
  await page.locator("#train-start").click();
  await page.locator("#train-hint").waitFor();
}

// (Not until it has been answered.)
const answerBySoon = (page, m) =>
  page.evaluate(async (name) => {
    const { page: p } = await pageModule("store.js");
    const { answer } = await pageModule("trainer.js");
    answer(p.answer.moves.find((x) => x.move === name));
  }, m);

const answerBy = (page, m) =>
  page.evaluate(async (name) => {
    const { page: p } = await pageModule("store.js");
    const { answer } = await pageModule("trainer.js");
    return answer(p.answer.moves.find((x) => x.move === name));
  }, m);

on(
  "puzzles: values are hidden; every fastest move is right; solved and counted",
  "/table/ostle",
  {},
  async (page) => {
    await puzzle(page, 3, 3);
    assert.equal(await page.locator(".move text").count(), 0);
    assert.equal(await page.locator(".chip").count(), 0);
    assert.doesNotMatch(
      await page
        .locator("[role=gridcell]")
        .evaluateAll((all) => all.map((e) => e.getAttribute("aria-label")).join()),
      /wins|loses/,
    );
    assert.match(await head(page), /to move: win in 3 moves/);
    const { answer } = await state(page);
    await answerBy(page, answer.moves.filter((m) => m.best).at(-1).move);
    await until(async () => /^Right/.test(await page.locator("#train-note").textContent()));
    await until(async () => (await state(page)).answer.turn === answer.turn, "the defence", 4000);
    await until(async () => !(await page.locator("#train-hint").isDisabled()));
    await answerBy(page, (await state(page)).answer.moves.find((m) => m.best).move);
    await until(async () => (await head(page)) === "Solved");
    assert.match(await page.locator(".score").textContent(), /Solved1At once1In a row1/);
    await page.locator("#train-next").click();
    await until(async () => /to move/.test(await head(page)));
  },
);

on(
  "puzzles: a wrong move is refuted by its line, a slower win told",
  "/table/ostle",
  {},
  async (page) => {
    await puzzle(page, 3, 9);
    const before = (await state(page)).answer;
    const bad = before.moves.find((m) => m.value === "loss");
    await answerBy(page, bad.move);
    await until(async () => (await state(page)).answer.position === before.position, "back", 6000);
    assert.match(await page.locator("#train-note").textContent(), /loses/);
    let slow;
    for (let i = 0; i < 12 && !slow; ++i) {
      slow = (await state(page)).answer.moves.find((m) => m.value === "win" && !m.best);
      if (slow) break;
      await page.locator("#train-next").click();
      await until(async () => !/…/.test(await page.locator("#train-note").textContent()));
    }
    await answerBy(page, slow.move);
    assert.match(
      await page.locator("#train-note").textContent(),
      /also wins, but more slowly: win in \d+ instead of/,
    );
    assert.match(await page.locator(".score").textContent(), /In a row0/);
  },
);

on("puzzles: hint, solution, conditions", "/table/ostle", {}, async (page) => {
  const asked = [];
  page.on("request", (request) => request.url().includes("/puzzles?") && asked.push(request.url()));
  await puzzle(page, 3, 5, ["only_move", "only_line"]);
  if (!onSite)
    for (const part of [/win_in=3\.\.5/, /only_line=1/, /only_move=1/])
      assert.match(asked[0], part);
  assert.equal((await state(page)).answer.moves.filter((m) => m.value === "win").length, 1);
  await page.locator("#train-hint").click();
  assert.equal(await page.locator(".mark.hint").count(), 1);
  await page.locator("#train-hint").click();
  assert.match(await page.locator("#train-note").textContent(), /^The move is/);
  await page.locator("#train-solution").click();
  await until(async () => (await state(page)).answer.over, "the solution", 9000);
});

// Each puzzle has an address, which also says which ones follow.
on(
  "puzzles: an address that survives m, reload, back, and a link",
  "/table/ostle",
  {},
  async (page) => {
    await puzzle(page, 3, 7);
    await until(() => /[?&]puzzle=/.test(page.url()));
    const first = page.url();
    const { answer } = await state(page);
    assert.match(first, /seed=\d+&from=3&to=7/);
    await page.keyboard.press("m");
    assert.equal(await page.evaluate(() => document.activeElement.id), "typed");
    assert.equal((await state(page)).mode, "train");
    await page.locator("#train-next").click();
    await until(
      async () => page.url() !== first && (await state(page)).answer.position !== answer.position,
    );
    const second = page.url();
    await until(async () => !(await page.locator("#train-next").isDisabled()));
    await page.reload();
    await page.locator("#train-hint").waitFor();
    assert.equal(page.url(), second);
    await page.goBack();
    await until(
      async () => page.url() === first && (await state(page)).answer?.position === answer.position,
    );
    assert.match(await head(page), /to move: win in \d+ moves/);
    assert.equal(await page.locator(".move text").count(), 0);
    await page.locator("#tab-moves").click();
    await until(() => !page.url().includes("puzzle="));
    await page.goBack();
    await until(async () => page.url() === first && (await state(page)).mode === "train");
    const other = await w.open(first, { expect: "#train-hint" });
    assert.equal((await state(other)).answer.position, answer.position);
    await until(async () => !(await other.locator("#train-next").isDisabled()));
    await other.locator("#train-next").click();
    await until(() => other.url() === second, "the same one after it");
    await close(other);
    const none = await w.open("/table/ostle?puzzle=nonsense", { expect: "#banner:not([hidden])" });
    await until(async () => (await none.locator("[role=gridcell]").count()) === 16);
    await close(none);
  },
);

on("puzzles: drawn from all over the table", "/table/ostle", {}, async (page) => {
  const shown = new Set();
  const asked = [];
  page.on(
    "request",
    (request) =>
      request.url().includes("/puzzles?") && asked.push(new URL(request.url()).searchParams),
  );
  for (let i = 0; i < 4; ++i) {
    await puzzle(page, 3, 9);
    shown.add((await state(page)).answer.position);
    await page.locator("#tab-moves").click();
  }
  assert.equal(shown.size, 4);
  if (onSite) return;
  assert.deepEqual([...new Set(asked.map((query) => query.get("order")))], ["random"]);
  assert.equal(new Set(asked.map((query) => query.get("seed"))).size, 4);
});

on("puzzles: why there is none", "/table/ostle", {}, async (page) => {
  const told = async (body) => {
    await page.route("**/puzzles?*", (route) =>
      route.fulfill({ contentType: "application/x-ndjson", body }),
    );
    await page.locator("#tab-trainer").click();
    await page.locator("#train-start").click();
    await until(async () => !/Looking|Find/.test(await page.locator("#train-note").textContent()));
    const text = await page.locator("#train-note").textContent();
    await page.unroute("**/puzzles?*");
    await page.locator("#tab-moves").click();
    return text;
  };
  assert.match(
    await told('{"done":true,"found":0,"given":0,"complete":true,"stopped":false}\n'),
    /^There is no such puzzle in this table/,
  );
  assert.match(
    await told('{"done":true,"found":0,"given":0,"complete":false,"stopped":true}\n'),
    /search was stopped, before it had seen the whole table/,
  );
  assert.match(await told(""), /cut short/);
  assert.match(
    await told('{"code":"damaged_table","error":"A checksum is wrong."}\n'),
    /A checksum is wrong/,
  );
});

// ---- taking it away -----------------------------------------------------------------------------

on("share: link, notation, SVG, PNG", "/table/ostle?moves=c1U", {}, async (page) => {
  await page.locator("#tab-share").click();
  const clip = () => page.evaluate(() => navigator.clipboard.readText());
  await page.locator("#copy-link").click();
  await until(async () => (await clip()) === page.url());
  await page.locator("#copy-moves").click();
  await until(async () => (await clip()) === "1. c1U");
  await page.locator("#copy-position").click();
  await until(async () => (await clip()) === (await state(page)).answer.position);
  const saved = async (id) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator(id).click()]);
    return readFileSync(await download.path());
  };
  const svg = (await saved("#save-svg")).toString();
  assert.match(svg, /^<svg[^>]*xmlns=/);
  assert.doesNotMatch(svg, /class=|color-mix|oklab|var\(/);
  assert.match(svg, />[WL]\d+</);
  const png = await saved("#save-png");
  assert.equal(png.subarray(1, 4).toString(), "PNG");
  assert.ok(png.readUInt32BE(16) >= 800);
});

async function asFile(page, html, name) {
  const file = path.join(tmpdir(), `zermelo-web-${process.pid}-${name}.html`);
  writeFileSync(file, html);
  const opened = await w.open(pathToFileURL(file).href);
  rmSync(file);
  return opened;
}

async function tryFile(page, file) {
  const title = await head(file);
  assert.equal(title, await head(page));
  await file.keyboard.press(" ");
  await until(async () => await file.locator("#back").isEnabled(), "a move");
  assert.match(file.url(), /#moves=/);
  await file.keyboard.press("ArrowLeft");
  await until(async () => (await head(file)) === title);
  for (let i = 0; i < 8 && (await file.locator("#banner").isHidden()); ++i) {
    await file.keyboard.press(" ");
    await new Promise((resolve) => setTimeout(resolve, 120));
  }
  assert.match(await file.locator("#banner").textContent(), /not in this file/);
  for (const tab of ["game", "find", "share"]) {
    await file.locator(`#tab-${tab}`).click();
    await until(async () => (await file.locator("#panel").textContent()).length > 20);
  }
  assert.deepEqual(
    (await new AxeBuilder({ page: file }).setLegacyMode().analyze()).violations.map((v) => v.id),
    [],
  );
  await close(file);
}

on(
  "export: one file works from a disk, and says where it ends",
  "/table/ostle",
  {},
  async (page) => {
    const html = await page.evaluate(async () =>
      (await fetch("/api/v1/tables/ostle/export.html?plies=2&limit=200")).text(),
    );
    await tryFile(page, await asFile(page, html, "export"));
    // The same, made by the reference.
    const data = html.match(/id="zermelo-export">([^]*?)<\/script>/)[1];
    await tryFile(
      page,
      await asFile(
        page,
        inlined(new URL("../../web/", import.meta.url).pathname, JSON.parse(data)),
        "reference",
      ),
    );
  },
);

// ---- tables of all kinds, and missing ones ------------------------------------------------------

on("kinds: scores", "/table/othello", {}, async (page) => {
  assert.match(await head(page), /^White wins by 8$/);
  assert.match(await page.locator(".chip").first().getAttribute("aria-label"), /loses by 8/);
});

on("kinds: outcomes only", "/table/outcomes", {}, async (page) => {
  assert.match(await head(page), /draw/);
  assert.deepEqual([...new Set(await page.locator(".move text").allTextContents())], ["D"]);
});

on("kinds: distances from the start", "/table/distances", {}, async (page) => {
  assert.equal(await head(page), "The start");
  assert.equal(await page.locator("#best").isVisible(), false);
  await page.locator(".chip").first().click();
  await until(async () => (await head(page)) === "1 move from the start");
});

on("kinds: games in BDDL", "/table/knightthrough", {}, async (page) => {
  assert.match(await head(page), /^Black wins in 7 moves$/);
  await page.keyboard.press("?");
  await until(async () => /rules as written/.test(await page.locator("dialog").textContent()));
  const told = await page.locator("dialog .rules").allTextContents();
  assert.match(told.join(" "), /A black piece moves one square to the left and two up/);
  assert.doesNotMatch(told.join(" "), /:precondition/);
});

on(
  "plain words: a finished game, and on from there",
  "/table/tictactoe?moves=a1,a2,b1,b2,c1",
  {},
  async (page) => {
    await until(async () => /Black has won/.test(await head(page)));
    await page.getByText("Take back").click();
    await until(async () => (await state(page)).at === 4);
  },
);

on(
  "plain words: a table without the start opens at a position that it has",
  "/table/ostle-end",
  {},
  async (page) => {
    assert.match(await head(page), /wins in \d+ moves/);
    assert.match(await page.locator("#banner").textContent(), /does not go back to the start/);
    assert.match(page.url(), /position=/);
    // The notice does not push anything out of sight, and disappears with the first move.
    for (const [width, height] of [
      [1280, 800],
      [1024, 700],
      [390, 844],
    ]) {
      await page.setViewportSize({ width, height });
      await until(
        async () => {
          const strip = await page.locator("#timeline").boundingBox();
          return strip.y + strip.height <= height;
        },
        `the strip in sight at ${width}x${height}`,
        3000,
      );
    }
    await page.locator(".chip").first().click();
    await until(async () => page.locator("#banner").isHidden());
    await page.goBack();
    await page.reload();
    await page.locator(".chip").first().waitFor();
    assert.match(await head(page), /wins in \d+ moves/);
  },
);

on(
  "plain words: a position not in the table can be played on from",
  "/table/ostle-end?position=wwww/4/1o2/bbbb_b",
  {},
  async (page) => {
    assert.equal(await head(page), "Not in this table");
    assert.match(await page.locator("#panel").textContent(), /at most 6 pieces/);
    assert.ok((await page.locator(".chip").count()) > 5);
    await page.locator(".chip").first().click();
    await until(async () => (await state(page)).at === 1 || (await state(page)).answer.over);
  },
);

test("plain words: no such table, no position, no move", async () => {
  const none = await w.open("/table/nothing", { expect: "#view-index h1" });
  assert.match(await none.locator("#main").textContent(), /no .*table|nothing/i);
  await close(none);
  const wrong = await w.open("/table/tictactoe?position=hello");
  assert.ok((await wrong.locator("#banner").textContent()).length > 15);
  assert.equal(await wrong.locator("[role=gridcell]").count(), 9);
  await close(wrong);
  const move = await w.open("/table/tictactoe?moves=a1,zz");
  await until(async () =>
    /“zz” is not a move here/.test(await move.locator("#banner").textContent()),
  );
  assert.equal((await state(move)).at, 1);
  await close(move);
});

on(
  "plain words: the server goes, comes back, is busy, tells of damage",
  "/table/tictactoe",
  {},
  async (page) => {
    await page.route("**/api/**", (route) => route.abort());
    await page.locator(".chip").first().click();
    await until(async () => /does not answer/.test(await page.locator("#banner").textContent()));
    assert.equal(await page.locator("[role=gridcell]").count(), 9);
    await page.unroute("**/api/**");
    await page.locator(".chip").first().click();
    await until(async () => (await state(page)).at === 1);
    let times = 0;
    await page.route("**/position?*", (route) =>
      times++
        ? route.continue()
        : route.fulfill({
            status: 503,
            headers: { "Retry-After": "1" },
            json: { code: "busy", error: "Busy." },
          }),
    );
    await page.locator(".chip").first().click();
    await until(async () =>
      /busy. Asking again in 1 s/.test(await page.locator("#banner").textContent()),
    );
    await until(async () => (await state(page)).at === 2);
    assert.ok(await page.locator("#banner").isHidden());
    await page.unroute("**/position?*");
    await page.route("**/position?*", (route) =>
      route.fulfill({
        status: 500,
        json: { code: "damaged_table", error: "The table is damaged: a checksum is wrong." },
      }),
    );
    await page.locator(".chip").first().click();
    await until(async () => /checksum is wrong/.test(await page.locator("#banner").textContent()));
  },
);

test("index: several tables as cards; one is opened at once", async (t) => {
  const page = await w.open("/", { expect: ".table-card" });
  await until(async () => (await page.locator(".small-board").count()) >= 10);
  await page.locator(".table-card", { hasText: "Othello" }).first().click();
  await page.locator("[role=gridcell]").first().waitFor();
  await close(page);
  if (onSite) return;
  if (!w.folder) return t.skip("a server of someone else's");
  const one = await serve(w.folder, ["tictactoe"]);
  const alone = await w.open(`${one.url}/`);
  assert.match(alone.url(), /\/table\/tictactoe$/);
  await close(alone);
  await one.stop();
  w.strays.splice(0, w.strays.length, ...w.strays.filter((text) => !text.includes(one.url)));
});

// ---- games whose rules are code -----------------------------------------------------------------

const shown = { expect: ".chip" };
const lines = (page) => page.locator(".position-text").textContent();

on("own: a position on no board is its text", "/table/own-text", shown, async (page) => {
  assert.equal(await lines(page), "...\n...\n... x");
  assert.equal(await head(page), "A draw with best play");
  assert.equal(await page.locator(".chip").count(), 9);
  for (const id of ["tab-edit", "flip", "pass"])
    assert.equal(await page.locator(`#${id}`).isVisible(), false, id);
  await page.locator(".chip", { hasText: "4" }).click();
  await until(async () => (await lines(page)) === "...\n.x.\n... o");
  // By the keyboard alone: the text, the list, a typed move, and back.
  await page.keyboard.press("b");
  assert.equal(await page.locator(".position-text:focus").count(), 1);
  await page.keyboard.press("m");
  await page.keyboard.type("0");
  await page.keyboard.press("Enter");
  await until(async () => (await lines(page)) === "o..\n.x.\n... x");
  await page.keyboard.press("Escape");
  await page.locator("#tab-moves").focus();
  await page.keyboard.press("ArrowLeft");
  await page.reload();
  await until(async () => (await lines(page)) === "o..\n.x.\n... x");
});

on("own: best play, to its end", "/table/own-text?moves=0,1", shown, async (page) => {
  await page.locator("#tab-game").click();
  await page.locator(".ply").first().waitFor();
  await page.locator("#line-end").click();
  await until(async () => (await state(page)).answer.over);
  assert.equal(await head(page), "Black has won.");
});

on("own: a piece is clicked, and where it goes", "/table/own-board", {}, async (page) => {
  const { answer } = await state(page);
  assert.equal(answer.board.cells.length, 9);
  assert.equal(await page.locator(".square").count(), 5); // (The others are no squares.)
  const m = answer.moves[0];
  await page.locator(`[data-key="${m.from[0]}"]`).click();
  await page.locator(`[data-key="${m.to[0]}"]`).click();
  await until(async () => (await state(page)).moves[0] === m.move);
  assert.equal(await page.locator(".piece:not(.leaving)").count(), 4);
});

on("own: positions are typed as the rules write them", "/table/own-board", {}, async (page) => {
  await page.locator("#tab-edit").click();
  await page.locator("#edit-text").waitFor();
  const was = await page.locator("#edit-text").inputValue();
  await page.locator("#edit-text").fill("nonsense");
  await page.keyboard.press("Enter");
  await until(async () =>
    /not one of its states/.test(await page.locator("#edit-note").textContent()),
  );
  const { answer } = await state(page);
  await page.locator("#edit-text").fill(answer.moves[0].after);
  await page.keyboard.press("Enter");
  await until(async () => (await state(page)).answer.position === answer.moves[0].after);
  assert.notEqual(answer.moves[0].after, was);
});

on("own: who moves again is said", "/table/own-turns", shown, async (page) => {
  const { answer } = await state(page);
  const again = answer.moves.find((m) => m.turn === answer.turn);
  const chip = page.locator(`.chip[data-index="${answer.moves.indexOf(again)}"]`);
  assert.match(await chip.getAttribute("aria-label"), /and moves again$/);
  assert.match(await chip.textContent(), /↻/);
  await chip.click();
  await until(
    async () => (await page.locator("#verdict-sub").textContent()) === "Black to move again",
  );
  assert.match(await live(page), /Black to move again/);
  // A best move of the same side gives nothing away.
  await page.locator("#tab-game").click();
  await page.locator(".ply").first().waitFor();
  const grades = await page.evaluate(async () => (await pageModule("verdict.js")).gradeOf(1));
  assert.equal(grades.error, again.best ? null : grades.error);
  assert.match(await page.locator(".plies .dot.black").first().getAttribute("aria-label"), /Black/);
});

on(
  "own: puzzles, whose solver may move again, by conditions that the rules tell",
  "/table/own-turns",
  shown,
  async (page) => {
    const asked = [];
    page.on("request", (r) => r.url().includes("/puzzles?") && asked.push(new URL(r.url())));
    // (As remembered from another game.)
    await page.evaluate(async () => {
      const { remember } = await pageModule("dom.js");
      remember("wish", { from: 2, to: 9, quiet_key: true, "hole-key": true });
    });
    await page.reload();
    await puzzle(page, 2, 9);
    assert.deepEqual([...asked[0].searchParams.keys()].sort(), [
      "limit",
      "order",
      "seed",
      "win_in",
    ]);
    await page.locator("details summary").click();
    assert.equal(await page.locator("#wish-only_line").count(), 1);
    for (const name of ["quiet_key", "sacrifice", "capture_refused"])
      assert.equal(await page.locator(`#wish-${name}`).count(), 0, name);
    const note = () => page.locator("#train-note").textContent();
    let again = 0;
    for (let i = 0; i < 12 && !again; ++i) {
      const { turn } = (await state(page)).answer;
      while ((await head(page)) !== "Solved") {
        const { answer } = await state(page);
        assert.equal(answer.turn, turn); // (The solver's moves, and no others, are asked for.)
        const m = answer.moves.find((move) => move.best);
        const named = page.locator("#train-moves button");
        await until(async () => (await named.count()) === answer.moves.length);
        assert.deepEqual(await named.allTextContents(), answer.moves.map((x) => x.move).sort());
        await answerBy(page, m.move);
        if (m.position && m.turn === turn) {
          assert.equal(await note(), "Right. You move again.");
          again += 1;
        }
      }
      await page.locator("#train-next").click();
      await page.locator("#train-hint").waitFor();
      await until(async () => !(await page.locator("#train-hint").isDisabled()));
    }
    assert.ok(again > 0);
  },
);

on("own: scores are scores", "/table/own-scores", shown, async (page) => {
  assert.match(await head(page), /^(Black|White) wins by \d+$|^A draw/);
  await page.locator("#tab-find").click();
  await page.locator(".start").first().waitFor();
  await until(async () => /by points/.test(await page.locator("figcaption").textContent()));
});

on(
  "own: without the code, values by bytes, and how to give it",
  "/table/own-bare",
  {
    expect: ".note",
  },
  async (page) => {
    assert.match(await head(page), /^The side to move wins in \d+ moves$/);
    assert.match(await lines(page), /^hex:[0-9a-f]{20}$/);
    assert.match(await page.locator("#panel .note").textContent(), /--game-code own-bare=FILE/);
    await page.locator("#tab-edit").click();
    await page.locator("#edit-text").fill("hex:78782e6f6f2e2e2e2e00");
    await page.keyboard.press("Enter");
    await until(async () => (await head(page)) === "The side to move wins in 1 move");
  },
);

on("own puzzles: a tile is clicked, and nobody wins", "/table/own-puzzle", {}, async (page) => {
  const before = (await state(page)).answer;
  assert.match(await head(page), /^Solved in \d+ moves?$/);
  const m = before.moves.find((move) => move.best);
  await page.locator(`[data-key="${m.from[0]}"]`).click();
  await until(async () => (await state(page)).moves[0] === m.move);
  assert.equal((await state(page)).answer.moves_to_goal, before.moves_to_goal - 1);
  for (const tab of ["moves", "game", "trainer", "find", "share"]) {
    await page.locator(`#tab-${tab}`).click();
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.doesNotMatch(
      await page.locator("main").innerText(),
      /Black|White|\bwins?\b|null|undef/i,
      tab,
    );
  }
});

on(
  "own puzzles: an address of a win to be found is none of these tables'",
  "/table/own-puzzle?puzzle=1_2_3/4_._5&from=3",
  {},
  async (page) => {
    assert.equal((await state(page)).mode, "play");
    assert.equal(await page.locator("#tab-trainer").textContent(), "Scramble");
  },
);

on("own puzzles: scrambled, and solved step by step", "/table/own-puzzle", {}, async (page) => {
  await page.locator("#tab-trainer").click();
  assert.equal(await page.locator("#tab-trainer").textContent(), "Scramble");
  const slider = page.locator("#scramble-depth");
  await slider.waitFor();
  for (const depth of [21, 7, 1]) {
    await slider.fill(String(depth));
    await page.locator("#scramble-go").click();
    await until(async () => (await state(page)).answer.moves_to_goal === depth, `${depth} moves`);
    assert.match(await head(page), new RegExp(`^Solved in ${depth} moves?$`));
  }
  await slider.fill("5");
  await page.locator("#scramble-go").click();
  await until(async () => (await state(page)).answer.moves_to_goal === 5);
  await page.locator("#line-step").click();
  await until(async () => (await state(page)).answer.moves_to_goal === 4);
  await page.locator("#line-end").click();
  await until(async () => (await state(page)).answer.over);
  assert.equal(await head(page), "Solved");
  // A wrong move is told, in the same words.
  await page.locator("#back").click();
  await until(async () => (await state(page)).answer.moves_to_goal === 1);
  const { answer } = await state(page);
  const wrong = answer.moves.find((m) => !m.best);
  await page.locator(`[data-key="${wrong.from[0]}"]`).click();
  await until(async () =>
    /made it 2 moves longer/.test(await page.locator("#verdict-sub").textContent()),
  );
  // The eye hides the length, and the solution.
  await page.keyboard.press("v");
  await until(async () => !/Solved/.test(await head(page)));
  assert.equal(await page.locator(".plies").count(), 0);
  await page.locator("#scramble-solution").click();
  await page.locator(".plies").first().waitFor();
});

// (The table opens elsewhere: its start is solved.)
test("own puzzles: one file opens where it was made", async () => {
  const page = await w.open("/table/own-puzzle");
  const root = (await state(page)).answer.moves[0].after;
  const html = await page.evaluate(
    async (position) =>
      (
        await fetch(
          `/api/v1/tables/own-puzzle/export.html?plies=2&position=${encodeURIComponent(position)}`,
        )
      ).text(),
    root,
  );
  const own = await asFile(page, html, "own-puzzle");
  assert.match(await head(own), /^Solved in \d+ moves?$/);
  await own.locator(".chip").first().click();
  await until(async () => /^After|To be/.test(await own.locator("#verdict-sub").textContent()));
  await own.locator("#tab-find").click();
  await own.locator(".start").first().waitFor();
  assert.equal(await own.locator("#tab-trainer").isVisible(), false);
  await close(own);
  await close(page);
});

on("own puzzles: a bar gives a position of that length", "/table/own-puzzle", {}, async (page) => {
  await page.locator("#tab-find").click();
  await page.locator(".pick").nth(2).waitFor();
  await page.locator(".pick .count-bar").nth(9).click();
  await until(async () => (await state(page)).answer.moves_to_goal === 10);
});

// ---- every screen -------------------------------------------------------------------------------

const tame = async (page) => {
  const seen = [];
  const check = async (view) => {
    await new Promise((resolve) => setTimeout(resolve, 60));
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    for (const v of violations)
      seen.push(`${view}: ${v.id}: ${v.nodes[0].html.slice(0, 120)}: ${v.nodes[0].failureSummary}`);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) seen.push(`${view}: ${over} pixels too wide`);
  };
  return { seen, check };
};

for (const scheme of ["light", "dark"])
  on(
    `axe: all views, ${scheme}`,
    "/",
    {
      scheme,
      expect: ".small-board",
      width: scheme === "dark" ? 390 : 1200,
      touch: scheme === "dark",
    },
    async (page) => {
      const { seen, check } = await tame(page);
      await check("index");
      await w.go(page, "/table/ostle?moves=c1U,b4D");
      await page.locator(".chip").first().waitFor();
      await check("position");
      await page.locator('[data-key="0"]').click();
      await check("a chosen piece");
      await page.locator("#tab-game").click();
      await page.locator(".ply").first().waitFor();
      await check("game");
      await page.locator("#tab-find").click();
      await page.locator(".start").first().waitFor();
      await check("find");
      await page.locator("#tab-edit").click();
      await page.locator("#edit-text").waitFor();
      await check("set up");
      await w.go(page, "/table/drops");
      await page.locator(".chip").first().waitFor();
      await check("pieces with letters, and hands");
      await page.locator("#tab-edit").click();
      await page.locator(".stepper").first().waitFor();
      await check("setting up hands");
      await w.go(page, "/table/morris");
      await page.locator(".chip").first().waitFor();
      await check("a board with lines");
      for (const id of ["own-text", "own-turns", "own-puzzle", "own-bare"].filter(w.has)) {
        await w.go(page, `/table/${id}`);
        await page.locator(".chip, #panel .note").first().waitFor();
        await check(id);
      }
      if (w.has("own-puzzle")) {
        await w.go(page, "/table/own-puzzle");
        await page.locator("#tab-trainer").click();
        await page.locator(".plies").waitFor();
        await check("scrambling");
        await page.locator("#tab-edit").click();
        await page.locator("#edit-text").waitFor();
        await check("typing a position");
      }
      await w.go(page, "/table/ostle?moves=c1U,b4D");
      await page.locator(".chip").first().waitFor();
      await page.locator("#tab-share").click();
      await page.locator("#share-link").waitFor();
      await check("share");
      await page.locator("#tab-trainer").click();
      await page.locator("#train-start").waitFor();
      await check("puzzles, asked for");
      await page.locator("#train-start").click();
      await page.locator("#train-hint").waitFor();
      await check("a puzzle");
      await page.locator("#help").click();
      await check("help");
      await page.keyboard.press("Escape");
      await w.go(page, "/table/tictactoe?moves=a1,a2,b1,b2,c1");
      await page.getByText("Take back").waitFor();
      await check("finished game");
      await w.go(page, "/table/nothing");
      await page.locator("#view-index h1").waitFor();
      await check("error");
      assert.deepEqual(seen, []);
    },
  );

for (const width of [320, 390])
  on(
    `touch: ${width} pixels wide, every panel, every game`,
    "/table/ostle",
    { width, height: 640, touch: true },
    async (page) => {
      const wide = async (what) =>
        assert.ok(
          (await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0,
          `${what} is too wide`,
        );
      await page.locator('[data-key="3"]').tap();
      const rim = await page.locator('[data-key="4,0"]').boundingBox();
      assert.ok(rim.width >= 15 && rim.height >= 24);
      await page.locator('[data-key="7"]').tap();
      await until(async () => (await state(page)).moves.join() === "d1U");
      for (const tab of ["game", "find", "share", "trainer", "edit", "moves"]) {
        await page.locator(`#tab-${tab}`).tap();
        await until(async () => (await page.locator("#panel").textContent()).length > 20);
        await wide(tab);
      }
      for (const id of [
        "connect",
        "othello",
        "breakthrough",
        "domineering",
        "tictactoe",
        "knightthrough",
        "konane",
        "tapatan",
        "dobutsu",
        "quixo",
        "dodgem",
        "drops",
        "minishogi",
        "morris",
        "distances",
      ].filter(w.has)) {
        await w.go(page, `/table/${id}`);
        await page.locator(".chip").first().waitFor();
        await wide(id);
        const cell = await page.locator("[role=gridcell]").first().boundingBox();
        assert.ok(cell.width >= 32, `${id}: squares of ${cell.width}`);
        await page.locator(".chip").first().tap();
        await until(async () => (await state(page)).at === 1);
      }
    },
  );

on(
  "motion: pieces move; with reduced motion nothing does",
  "/table/ostle",
  { reduced: false },
  async (page) => {
    const long = () =>
      page
        .locator(".piece")
        .first()
        .evaluate((e) => parseFloat(getComputedStyle(e).transitionDuration));
    assert.ok((await long()) > 0.1);
    await page.emulateMedia({ reducedMotion: "reduce" });
    assert.equal(await long(), 0);
  },
);

// The height that is left on a telephone that is held sideways, and other sizes: every move has its
// value, and no value touches another.
for (const [width, height] of [
  [844, 390],
  [390, 844],
  [1280, 800],
])
  on(
    `labels: all there, apart from one another, at ${width}x${height}`,
    "/table/ostle",
    { width, height, touch: width < 1000 },
    async (page) => {
      for (const address of ["/table/ostle", "/table/ostle?moves=c1U,b4D", "/table/breakthrough"]) {
        await w.go(page, address);
        await page.locator(".move text").first().waitFor();
        await until(
          async () =>
            (await state(page)).answer &&
            ((await state(page)).at === 2) === address.includes("moves"),
        );
        const { answer } = await state(page);
        const boxes = await page
          .locator(".tag")
          .evaluateAll((all) =>
            all
              .map((e) => e.getBoundingClientRect())
              .map(({ left, right, top, bottom }) => ({ left, right, top, bottom })),
          );
        assert.equal(boxes.length, answer.moves.length, `${address}: values of all moves`);
        for (const [i, a] of boxes.entries())
          for (const b of boxes.slice(0, i)) {
            const gap = Math.max(
              b.left - a.right,
              a.left - b.right,
              b.top - a.bottom,
              a.top - b.bottom,
            );
            assert.ok(gap >= 2, `${address}: labels are ${gap} pixels apart`);
          }
      }
      const tabs = await page.locator("#tabs").evaluate((e) => e.scrollWidth - e.clientWidth);
      assert.ok(tabs <= 0, `the tabs are ${tabs} pixels too wide`);
      const board = await page.locator(".stage").boundingBox();
      assert.ok(board.y + board.height <= height, "the whole board is in sight");
    },
  );

// (axe does not check labels in pictures.)
for (const scheme of ["light", "dark"])
  on(
    `colours: labels on the board are readable, ${scheme}`,
    "/table/ostle",
    { scheme },
    async (page) => {
      const ratios = await page.evaluate(() => {
        const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
        const light = (text) => {
          pen.fillStyle = text;
          pen.fillRect(0, 0, 1, 1);
          const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((v) =>
            v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4,
          );
          return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
        };
        const make = (name, parent, className) => {
          const element = document.createElementNS("http://www.w3.org/2000/svg", name);
          if (className) element.setAttribute("class", className);
          parent.append(element);
          return element;
        };
        const found = {};
        for (const value of ["win", "draw", "loss", "none"])
          for (const p of [0, 1, 2, 3]) {
            const move = make("g", document.querySelector(".arrows"), `move v-${value} p${p}`);
            const [a, b] = [make("rect", move, "tag"), make("text", move)]
              .map((e) => light(getComputedStyle(e).fill))
              .sort((x, y) => y - x);
            found[value + p] = a / b;
          }
        return found;
      });
      assert.deepEqual(
        Object.entries(ratios).filter(([, ratio]) => ratio < 4.45),
        [],
      );
    },
  );

on(
  "motion: fast steps leave the right pieces",
  "/table/othello?moves=b1,a1,a2,a3",
  { reduced: false },
  async (page) => {
    await until(async () => (await state(page)).at === 4);
    const keys = [
      "ArrowLeft",
      "ArrowLeft",
      "ArrowRight",
      "ArrowLeft",
      "ArrowLeft",
      "ArrowRight",
      "ArrowRight",
      "ArrowRight",
      "End",
      "Home",
      "End",
    ];
    for (const key of keys) {
      await page.keyboard.press(key);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { answer } = await state(page);
    const { columns, rows } = answer.board;
    const drawn = await page
      .locator(".piece:not(.leaving)")
      .evaluateAll((all) =>
        all.map((e) => [e.style.transform.match(/[\d.]+/g).map(Number), e.dataset.kind]),
      );
    const cells = Array(columns * rows).fill(".");
    for (const [[x, y], kind] of drawn)
      cells[(rows - 1 - Math.floor((y - 34) / 100)) * columns + Math.floor((x - 34) / 100)] = kind;
    assert.equal(cells.join(""), answer.board.cells);
  },
);

on("colours: light, dark, and by choice", "/table/tictactoe", { scheme: "dark" }, async (page) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const darkGround = await ground();
  await page.locator("#theme").click();
  assert.notEqual(await ground(), darkGround);
  await page.reload();
  assert.notEqual(await ground(), darkGround);
});

// What a site does not have, by the beginnings of tests' names.
const onlyServed = {
  own: "a page without a server cannot run a game's own code",
  "numbers of moves: own": "a page without a server cannot run a game's own code",
  "chess variants": "folders of endgame tables need a server",
  "about: of a table that is too large": "a site has its reports, or none",
  "puzzles: why there is none": "a site's puzzles are in a file",
  "export: one file": "a site's files hold whole tables (site.test.mjs)",
  "plain words: the server": "there is none (site.test.mjs has what is missing or damaged)",
};
const leftOut = (name) =>
  onSite && Object.entries(onlyServed).find(([begin]) => name.startsWith(begin))?.[1];

describe("the page", { concurrency: 5 }, () => {
  // (Long ones first, so that none of them is left at the end.)
  const long = ([name]) => /^(axe|export|touch|play)/.test(name);
  for (const [name, f] of [...all.filter(long), ...all.filter((t) => !long(t))])
    one(name, { skip: leftOut(name) }, f);
});

// Milliseconds and bytes on the wire until a piece stands on the board, at 1.6 Mb/s and 150 ms to
// the server and back.
async function slowly() {
  let bytes = 0;
  const page = await w.open("/table/ostle", {
    width: 390,
    height: 844,
    touch: true,
    prepare: async (p) => {
      const client = await p.context().newCDPSession(p);
      await client.send("Network.enable");
      await client.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 150,
        downloadThroughput: 1.6e6 / 8,
        uploadThroughput: 0.75e6 / 8,
      });
      client.on("Network.loadingFinished", (e) => (bytes += e.encodedDataLength));
      await p.addInitScript(() =>
        new MutationObserver(() => {
          if (document.querySelector(".piece")) window.firstBoard ??= performance.now();
        }).observe(document, { childList: true, subtree: true }),
      );
    },
  });
  const ms = Math.round(await page.evaluate(() => window.firstBoard));
  await close(page);
  return { ms, bytes };
}

// (Of a site: measure_site.mjs.)
one("speed: the first board on a slow connection", { skip: onSite }, async () => {
  const { ms, bytes } = await slowly();
  console.log(`# first board: ${ms} ms, ${bytes} bytes (1.6 Mb/s, 150 ms)`);
  // (Half a second. How long it takes otherwise depends on what else the machine does.)
  assert.ok(bytes < 100000);
});

one("nothing strays: no error, no breach of the policy, no request elsewhere", () => {
  assert.deepEqual(w.strays, []);
});
