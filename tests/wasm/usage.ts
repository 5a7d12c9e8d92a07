// SPDX-License-Identifier: MIT
// Uses all of the package's types; tsc --strict has to accept it.
import {
  DamagedTable,
  GameOver,
  IllegalPosition,
  NotInTable,
  NotLoaded,
  UsageError,
  ZermeloError,
  open,
  type Move,
  type Side,
  type Source,
  type Table,
  type Value,
} from "zermelo-probe";

function best(moves: readonly Move[]): string | undefined {
  return moves.find((move) => move.best)?.move;
}

function said(value: Value): string {
  if (value.value === "draw") return "drawn";
  const plies: number | null | undefined = value.plies ?? value.plies_from_start;
  return plies == null ? value.text : `${value.value} in ${plies}, ${value.score ?? 0}`;
}

function whatIsWrong(error: unknown): string {
  if (error instanceof GameOver) {
    const winner: Side | null = error.winner;
    return winner ?? "nobody";
  }
  if (error instanceof IllegalPosition || error instanceof NotInTable) return error.code;
  if (error instanceof DamagedTable || error instanceof NotLoaded) return error.message;
  if (error instanceof UsageError) return error.name;
  throw error;
}

export async function use(bytes: Uint8Array, file: File): Promise<string> {
  const source: Source = { size: bytes.length, read: async (begin, end) => bytes.slice(begin, end) };
  const tables: Table[] = [
    await open("https://example.org/tables/ostle-8/", { timeout: 1000 }),
    await open(new URL("https://example.org/t.ztb"), { module: "zermelo-ostle.wasm" }),
    await open(bytes),
    await open(file),
    await open(source),
  ];
  const table = tables[0]!;
  const start: string = table.start ?? (await table.opening()) ?? "";
  try {
    const found: (Value | ZermeloError)[] = await table.probeMany([start, ...(await table.random(2))]);
    for (const one of found) if (!(one instanceof ZermeloError)) said(one);
    const { board, over, result } = await table.position(start);
    const line = await table.line(start, 20);
    const { status }: { status: number } = await table.ask("/rules");
    const cells: string = board?.cells ?? "";
    const winner: Side | null = over && result ? result.winner : null;
    return [said(await table.probe(start)), best(await table.moves(start)), ...line.moves, cells,
      winner, status, await table.svg(start), table.info.title].join(" ");
  } catch (error) {
    return whatIsWrong(error);
  } finally {
    table.close();
  }
}
