import type { Sql } from "../../../db/open.ts";
import type { WorkerPool } from "../../../workers/pool.ts";
import type { BurnCell, BurnQuery } from "./burn-cells.ts";
import { readRecords } from "./records.ts";
import type { ReportQuery, WindowSums } from "./roll-up.ts";
import type { CostReads } from "./service.ts";

const worker = new URL("./cost-worker.ts", import.meta.url);

/** Adds up on another thread, with a connection of its own: a year of calls takes a while. */
export function costReads(sql: Sql, workers: Pick<WorkerPool, "run">): CostReads {
  const file = sql.name;
  return {
    sums: (query: ReportQuery) =>
      workers.run<WindowSums>({ file: worker, name: "sums", input: { file, query } }),
    burnCells: (query: BurnQuery) =>
      workers.run<BurnCell[]>({ file: worker, name: "burnCells", input: { file, query } }),
    records: (read) => readRecords(sql, read),
  };
}
