import type { Sql } from "../../../db/open.ts";
import { type ReportQuery, readSums, type TopSession } from "./roll-up.ts";

/** The sums of a window as JSON, and what else is needed of them. */
export interface EncodedSums {
  /** All but the top sessions: a year of days is long, and encoded once, on another thread. */
  json: Uint8Array;
  usd: number;
  topSessions: TopSession[];
}

export function encodedSums(sql: Sql, query: ReportQuery): EncodedSums {
  const { top_sessions: topSessions, ...sums } = readSums(sql, query);
  return { json: Buffer.from(JSON.stringify(sums)), usd: sums.totals.cost_usd, topSessions };
}

const [opening, comma, closing] = ["{", ",", "}"].map((sign) => Buffer.from(sign)) as [
  Buffer,
  Buffer,
  Buffer,
];

/** JSON of one record with the entries of these, none of which is empty. */
export const joinedRecords = (records: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat([
    ...records.flatMap((json, at) => [at === 0 ? opening : comma, json.subarray(1, json.byteLength - 1)]),
    closing,
  ]);
