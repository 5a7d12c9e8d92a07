// SPDX-License-Identifier: MIT
// Perfect play from the tables of Zermelo, in a browser or in node.

/** A file of bytes, of which parts are read: `begin` up to but not including `end`. */
export interface Source {
  readonly size: number;
  /** Is called several times before it has answered. What it throws becomes a NotLoaded. */
  read(begin: number, end: number): Promise<Uint8Array>;
  /** For messages, and the title of a game that has none: "my-game.ztb". */
  readonly name?: string;
  /** Called when the table is closed, or cannot be opened. */
  close?(): unknown;
}

export interface OpenOptions {
  /** The module, its bytes or its address; by default zermelo.wasm beside this package's files. */
  module?: WebAssembly.Module | Uint8Array | ArrayBuffer | string | URL;
  /** How many milliseconds a host has for an answer; by default 30000. */
  timeout?: number;
}

/**
 * Opens a table:
 * - an address of the folder of a table that `zermelo publish` has made;
 * - an address that ends in .ztb (of which ranges are loaded, if the host sends these, else all);
 * - in node, the path of a .ztb file (of which parts are read as they are needed);
 * - its bytes, or a source.
 *
 * Nothing is probed. Rejects with DamagedTable, NotLoaded, and UsageError (a table whose game the
 * module does not have).
 */
export function open(
  what: string | URL | Uint8Array | ArrayBuffer | Blob | Source,
  options?: OpenOptions,
): Promise<Table>;

export type Side = "black" | "white";
export type Outcome = "win" | "draw" | "loss";

/** What a position is worth to the side to move, or a move to the side that makes it. */
export interface Value {
  /** Not in tables of distances from the start. */
  readonly value?: Outcome;
  /** Plies to the end of the game with best play; null for a draw. (Metric "distance".) */
  readonly plies?: number | null;
  /** By how much the game is won; negative if it is lost. (Metric "score".) */
  readonly score?: number;
  /** In tables of distances: plies from the start, or null if play cannot lead there. */
  readonly plies_from_start?: number | null;
  /** In words: "win in 17". */
  readonly text: string;
}

export interface Move extends Omit<Value, "value" | "text"> {
  /** In the game's notation: "b2L". */
  readonly move: string;
  readonly value?: Outcome | null;
  readonly text: string | null;
  /** Shorter than `text`: "+17". */
  readonly label: string | null;
  /** Whether no move is better; null in tables of distances. */
  readonly best: boolean | null;
  /** The position that it leads to; null if it ends the game. */
  readonly position: string | null;
  /** The same, but also if it ends the game. */
  readonly after: string;
  /** How it ends the game, for the side that makes it; null if it does not. */
  readonly ends: Outcome | null;
  /** Squares, numbered by ranks from the lower left: those left, entered, and emptied. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly taken: readonly number[];
  /** The letter of the piece that is dropped or promoted to; null if there is none. */
  readonly dropped: string | null;
}

export interface Line {
  readonly moves: readonly string[];
  /** Whether the line ends with the end of the game. (A drawn one stops at a repetition.) */
  readonly complete: boolean;
  /** After each move: the position, also if the game is over in it, and what the move is worth. */
  readonly positions: readonly string[];
  readonly values: readonly Value[];
}

export interface Board {
  readonly columns: number;
  readonly rows: number;
  /** A character for each square, by ranks from the lower left; "." if it is empty. */
  readonly cells: string;
  readonly files: readonly string[];
  readonly ranks: readonly string[];
}

/** What the HTTP interface answers about a position (docs/server.md); the most useful of it. */
export interface PositionAnswer extends Omit<Value, "value" | "text"> {
  readonly position: string;
  readonly turn: Side | null;
  readonly over: boolean;
  readonly result: { readonly winner: Side | null; readonly sentence: string } | null;
  readonly value?: Outcome | null;
  readonly text: string | null;
  readonly board: Board | null;
  /** Empty if the game is over. */
  readonly moves: readonly Move[];
}

/** What a table says about itself; the most useful of it. */
export interface TableInfo {
  /** "ostle", and what people call it: "Ostle". */
  readonly game: string;
  readonly title: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** What its numbers are: "distance", "score", "outcome"; "reach": plies from the start. */
  readonly metric: string;
  readonly summary: string;
  /** How moves and positions are written. */
  readonly notation: string;
  readonly rules: readonly { readonly heading: string; readonly lines: readonly string[] }[];
  readonly positions: number;
  readonly values: number;
  readonly bytes: number;
  readonly start: string | null;
}

/**
 * An open table. Any number of questions may be asked before others are answered. Every question
 * rejects with IllegalPosition, NotInTable, DamagedTable, NotLoaded, or UsageError.
 */
export interface Table {
  readonly info: TableInfo;
  /** The position in which the game starts; the table need not cover it. */
  readonly start: string | null;
  /** What a position is worth. Rejects with GameOver, too. */
  probe(position: string): Promise<Value>;
  /** The same of many: in their order a value or what is wrong. Faster than one after another. */
  probeMany(positions: readonly string[]): Promise<(Value | ZermeloError)[]>;
  /** The legal moves, best first. Rejects with GameOver, too. */
  moves(position: string): Promise<readonly Move[]>;
  /** Best play by both sides, at most `limit` plies (1 to 1000). */
  line(position: string, limit?: number): Promise<Line>;
  /** Board, result, value and moves in one answer; also of a position in which the game is over. */
  position(position: string): Promise<PositionAnswer>;
  /** Positions drawn at random, 1 to 100; the same seed gives the same ones. */
  random(count?: number, seed?: number): Promise<string[]>;
  /** A picture of the board. */
  svg(position: string): Promise<string>;
  /** The start if the table covers it; else a position to begin with, or null if none was found. */
  opening(): Promise<string | null>;
  /**
   * What `zermelo serve` would answer under the table's address: ask("/rules"),
   * ask("/positions", body).
   */
  ask(question: string, body?: string): Promise<{ status: number; body: string }>;
  /** Frees its memory. Nothing can be asked any more. */
  close(): void;
}

/** All errors; `message` is one sentence for people. */
export class ZermeloError extends Error {
  readonly code: string;
}
/** The text is not a position of this game, or it breaks its rules. code: "illegal_position" */
export class IllegalPosition extends ZermeloError {}
/** The game has ended in this position. code: "game_over" */
export class GameOver extends ZermeloError {
  /** null if it is drawn; also in the answers of probeMany. */
  readonly winner: Side | null;
}
/** A legal position that this table does not cover. code: "not_in_table" */
export class NotInTable extends ZermeloError {}
/** Not a table; truncated, corrupt, or of a newer format. code: "damaged_table" */
export class DamagedTable extends ZermeloError {}
/** A question that makes no sense, or a table that the module does not read. code: "bad_request" */
export class UsageError extends ZermeloError {}
/** Something could not be loaded, and may be tried again. code: "not_loaded" */
export class NotLoaded extends ZermeloError {}
