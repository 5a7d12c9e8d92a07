// SPDX-License-Identifier: MIT
// What goes wrong while an answer is awaited, as a sentence; and addresses of questions.

// An answer that is an error: its sentence, and the answer's body, which may still show a board.
export class Trouble extends Error {
  constructor(message, code, body) {
    super(message);
    this.code = code;
    this.body = body;
  }
}

// The address of a question about a table; parameters without a value are left out.
export function api(id, what = "", query = {}) {
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  const text = given.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&");
  return `/api/v1/tables/${encodeURIComponent(id)}${what && `/${what}`}${text && `?${text}`}`;
}
