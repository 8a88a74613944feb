import type { Sql } from "../../../db/open.ts";
import type { WorkerPool } from "../../../workers/pool.ts";
import type { BurnCell, BurnQuery } from "./burn-cells.ts";
import type { CellQuery, WindowCells } from "./cells.ts";
import { readRecords } from "./records.ts";
import type { CostReads } from "./service.ts";

const worker = new URL("./cost-worker.ts", import.meta.url);

/** Adds up on another thread, with a connection of its own: a year of calls takes a while. */
export function costReads(sql: Sql, workers: Pick<WorkerPool, "run">): CostReads {
  const file = sql.name;
  return {
    cells: (query: CellQuery) =>
      workers.run<WindowCells>({
        file: worker,
        name: "cells",
        input: { file, query },
      }),
    burnCells: (query: BurnQuery) =>
      workers.run<BurnCell[]>({ file: worker, name: "burnCells", input: { file, query } }),
    records: (query, window) => readRecords(sql, query, window),
  };
}
