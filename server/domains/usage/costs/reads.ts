import type { Sql } from "../../../db/open.ts";
import type { WorkerPool } from "../../../workers/pool.ts";
import { joinableSessions } from "../../sessions/sessions/queries.ts";
import { adHocCalls } from "../ad-hoc-calls/queries.ts";
import type { CostSoFar } from "../calls/model.ts";
import { recordedCalls } from "../calls/queries.ts";
import type { BurnCell, BurnQuery, SpentQuery } from "./burn-cells.ts";
import type { Sums } from "./cells.ts";
import type { EncodedSums } from "./encoded-sums.ts";
import type { ReadRecords } from "./records.ts";
import type { ReportQuery } from "./roll-up.ts";
import type { CostReads } from "./service.ts";
import type { TotalQuery } from "./window-total.ts";

const worker = new URL("./cost-worker.ts", import.meta.url);

/** Adds up on another thread, with a connection of its own: a year of calls takes a while. */
export function costReads(sql: Sql, workers: Pick<WorkerPool, "run">): CostReads {
  const file = sql.name;
  const hasCalls = sql
    .prepare<[number], 0 | 1>(`SELECT EXISTS (SELECT 1 FROM ${recordedCalls} WHERE called_at >= ?)`)
    .pluck();
  const isSpentSince = sql
    .prepare<[{ from: number }], 0 | 1>(
      `SELECT EXISTS (SELECT 1 FROM ${recordedCalls} WHERE called_at >= @from)
         OR EXISTS (SELECT 1 FROM ${adHocCalls} WHERE called_at >= @from)`,
    )
    .pluck();
  return {
    sums: (query: ReportQuery) =>
      workers.run<EncodedSums>({ file: worker, name: "sums", input: { file, query } }),
    // Asked for now and then, even where nothing happens: a thread takes 20 MB.
    burnCells: async (query: BurnQuery) =>
      hasCalls.get(query.since) === 1
        ? workers.run<BurnCell[]>({
            file: worker,
            name: "burnCells",
            input: { file, query },
            background: true,
          })
        : [],
    spentCells: async (query: SpentQuery) =>
      hasCalls.get(query.from) === 1
        ? workers.run<Sums[]>({ file: worker, name: "spentCells", input: { file, query }, background: true })
        : [],
    /** A day without calls needs no thread. */
    total: async (query: TotalQuery) =>
      isSpentSince.get({ from: query.from }) === 1
        ? workers.run<CostSoFar>({ file: worker, name: "total", input: { file, query } })
        : { usd: 0, tokens: 0, unpriced_models: [] },
    hasCalls: () => isSpentSince.get({ from: 0 }) === 1,
    records: (read) => workers.run<ReadRecords>({ file: worker, name: "records", input: { file, read } }),
    titles: titlesOf(sql),
  };
}

/** The titles of sessions that there are. */
export function titlesOf(sql: Sql): CostReads["titles"] {
  const titles = sql.prepare<[string], { id: number; title: string }>(
    `SELECT id, title FROM ${joinableSessions} WHERE id IN (SELECT value FROM json_each(?))`,
  );
  return (ids) => new Map(titles.all(JSON.stringify(ids)).map(({ id, title }) => [id, title]));
}
