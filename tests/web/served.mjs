// SPDX-License-Identifier: MIT
// Small tables of all kinds, made by the program (ZERMELO) and served by it.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const games = new URL("../../games/", import.meta.url).pathname;
const bddl = (game, board) => [
  "solve",
  "--bddl",
  `${games}${game}/domain.bddl`,
  `${games}${game}/${board}.bddl`,
];

const version2 = (game) => ["solve", `${games}${game}/${game}.bddl`];
const small = new URL("games/", import.meta.url).pathname;

// A game whose rules are code: one of the examples, compiled by `cc`.
const examples = new URL("../../examples/own/", import.meta.url).pathname;
const headers = new URL("../../probe/", import.meta.url).pathname;
const code = (example, ...parameters) => ({ example, parameters });

// A folder of endgame tables.
const endgames = (variant, ...options) => ["endgames", "--variant", variant, ...options];
const isFolder = (name) => howTo(name)[0] === "endgames";
// Whether a page without a server can read such a table.
export const canBePublished = (name) => !isFolder(name) && !howTo(name).example;
const fileOf = (folder, name) => path.join(folder, isFolder(name) ? name : `${name}.ztb`);

// name of a table: how to make it
export const tables = {
  ostle: ["solve", "ostle", "size=4", "start=4"],
  "ostle-end": ["solve", "ostle", "size=4", "start=4", "lose=2", "total=6"],
  connect: ["solve", "connect", "columns=4", "rows=4"],
  othello: ["solve", "othello", "metric=score"],
  breakthrough: ["solve", "breakthrough", "columns=3", "rows=5"],
  domineering: ["solve", "domineering", "columns=4", "rows=4"],
  tictactoe: ["solve", "mnk"],
  knightthrough: bddl("knightthrough", "3x5"),
  konane: bddl("konane", "5x4"),
  tapatan: version2("tapatan"),
  dobutsu: version2("dobutsu"),
  quixo: version2("quixo"),
  dodgem: version2("dodgem"),
  kqk: ["solve", `${games}kings-and-pieces/kqk.bddl`],
  drops: ["solve", `${small}drops.bddl`],
  morris: ["solve", `${small}morris.bddl`],
  minishogi: endgames("minishogi", "--endless", "draw", "--material", "KK[GS]"),
  minixiangqi: endgames("minixiangqi", "--material", "KRvKP"),
  "three-checks": endgames("3check", "--material", "KRvK"),
  outcomes: ["hybrid", "connect", "columns=4", "rows=4"],
  distances: ["reach", "ostle", "size=3", "start=3", "lose=1"],
  "own-text": code("tic_tac_toe"),
  "own-bare": code("tic_tac_toe"), // is served without its code
  "own-board": code("pong_hau_ki"),
  "own-turns": code("kalah", "houses=3", "seeds=2"),
  "own-scores": code("kalah", "houses=2", "seeds=2", "metric=score"),
  "own-puzzle": code("sliding_tiles", "columns=3", "rows=2"),
};

// Larger ones, for pictures.
const more = {
  "connect-6x4": ["solve", "connect", "columns=6", "rows=4"],
  "own-cube": code("pocket_cube"),
  "own-eight": code("sliding_tiles"),
  "own-kalah": code("kalah", "houses=4", "seeds=3"),
  "own-dobutsu": code("dobutsu"),
};
const howTo = (name) => tables[name] ?? more[name];

// The command that solves a game; compiles its rules if they are code.
function solving(name, folder) {
  const how = howTo(name);
  if (!how.example) return how;
  const rules = path.join(folder, `${how.example}.so`);
  const source = `${examples}${how.example}.c`;
  execFileSync("cc", ["-O2", "-shared", "-fPIC", `-I${headers}`, source, "-o", rules]);
  return ["solve", rules, ...how.parameters];
}

// The options by which it is served.
function options(name, folder) {
  const { example } = howTo(name);
  const known = example && name !== "own-bare";
  return known ? ["--game-code", `${name}=${path.join(folder, `${example}.so`)}`] : [];
}

// What the program says of best play from a position: its moves with their numbers.
export function lineOfProgram(folder, name, position) {
  const { example } = howTo(name);
  const code = example ? ["--game-code", path.join(folder, `${example}.so`)] : [];
  const table = fileOf(folder, name);
  const told = execFileSync(process.env.ZERMELO, [
    "probe",
    table,
    position,
    "--line",
    ...code,
  ]).toString();
  const [, broken] = told.match(/^(?:Best play|A shortest solution).*:\n((?: {2}.*\n)+)/m);
  return broken.trim().replaceAll("\n", "");
}

export function makeTables(names = Object.keys(tables)) {
  const folder = mkdtempSync(path.join(tmpdir(), "zermelo-web-"));
  for (const name of names)
    execFileSync(process.env.ZERMELO, [...solving(name, folder), "-o", fileOf(folder, name)], {
      stdio: "ignore",
    });
  return folder;
}

// Serves the tables of a folder; returns { url, stop() }.
export async function serve(folder, names = Object.keys(tables)) {
  const child = spawn(
    process.env.ZERMELO,
    [
      "serve",
      ...names.map((name) => fileOf(folder, name)),
      ...names.flatMap((name) => options(name, folder)),
      "--bind",
      "127.0.0.1:0",
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let said = "";
  const url = await new Promise((resolve, reject) => {
    const read = (text) => {
      said += text;
      const found = said.match(/http:\/\/[0-9.]+:\d+/);
      if (found) resolve(found[0]);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", (code) => reject(new Error(`zermelo serve ended with ${code}: ${said}`)));
    setTimeout(() => reject(new Error(`zermelo serve told no address: ${said}`)), 10000).unref();
  });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  return {
    url,
    child,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
