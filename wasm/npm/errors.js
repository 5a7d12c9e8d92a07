// SPDX-License-Identifier: MIT
// What can be wrong, named as in the other interfaces; `code` is what the HTTP interface says.

export class ZermeloError extends Error {
  constructor(code, sentence, options) {
    super(sentence, options);
    this.name = new.target.name;
    this.code = code;
  }
}

// The text is not a position of this game, or it breaks its rules.
export class IllegalPosition extends ZermeloError {
  constructor(sentence) {
    super("illegal_position", sentence);
  }
}
// The game has ended in this position. `winner`: "black", "white", or null if it is drawn.
export class GameOver extends ZermeloError {
  constructor(sentence, winner) {
    super("game_over", sentence);
    this.winner = winner;
  }
}
// A legal position that this table does not cover.
export class NotInTable extends ZermeloError {
  constructor(sentence) {
    super("not_in_table", sentence);
  }
}
// Not a table; truncated, corrupt, or of a newer format.
export class DamagedTable extends ZermeloError {
  constructor(sentence) {
    super("damaged_table", sentence);
  }
}
// A question that makes no sense, or a table that cannot be read here.
export class UsageError extends ZermeloError {
  constructor(sentence, code = "bad_request") {
    super(code, sentence);
  }
}
// Something that is needed could not be loaded; `cause` may say more. It can be tried again.
export class NotLoaded extends ZermeloError {
  constructor(sentence, cause) {
    super("not_loaded", sentence, cause === undefined ? undefined : { cause });
  }
}

// The error for a code of the HTTP interface.
export function errorOf(code, sentence) {
  switch (code) {
    case "illegal_position":
      return new IllegalPosition(sentence);
    case "game_over":
      return new GameOver(sentence, null);
    case "not_in_table":
      return new NotInTable(sentence);
    case "damaged_table":
      return new DamagedTable(sentence);
    default:
      return new UsageError(sentence, code);
  }
}
