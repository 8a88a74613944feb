import type { Sql } from "../../../db/open.ts";
import { adHocCalls } from "../ad-hoc-calls/queries.ts";
import { recordedCalls } from "../calls/queries.ts";
import { withFeatureShares } from "../features/index.ts";
import { countColumns } from "./queries.ts";

export interface HoursQuery {
  /** Only hours before this one, newest first. */
  before: number;
  most: number;
  promptSteps: readonly number[];
}

/** The columns of a sum after its hour, in the order of the table. */
export type SumValues = readonly [
  sessionId: number,
  agentRoot: string,
  model: string,
  isSubagent: number,
  source: string,
  promptAbove: number,
  calls: number,
  inputTokens: number,
  outputTokens: number,
  cacheReadTokens: number,
  cacheCreationTokens: number,
  cacheCreation1hTokens: number,
  webSearchRequests: number,
  features: Uint8Array | null,
];

export interface AddedHour {
  hour: number;
  /** The count of changes when it was added up. */
  changes: number;
  sums: SumValues[];
}

const hourMs = 3_600_000;
const counts = countColumns.map(([column]) => `SUM(${column})`).join(", ");

/** The longest step that the prompt exceeds. */
const promptAbove = (steps: readonly number[]): string => {
  const prompt = "(input_tokens + cache_read_tokens + cache_creation_tokens)";
  const cases = steps
    .toSorted((one, other) => other - one)
    .map((step) => `WHEN ${prompt} > ${step} THEN ${step}`);
  return cases.length === 0 ? "0" : `CASE ${cases.join(" ")} ELSE 0 END`;
};

/** Adds up the calls of hours that are out of date, on any connection. */
export function addUpHours(sql: Sql, { before, most, promptSteps }: HoursQuery): AddedHour[] {
  const stale = sql
    .prepare<[number, number], { hour: number; changes: number }>(
      "SELECT hour, changes FROM token_usage_stale_hours WHERE hour < ? ORDER BY hour DESC LIMIT ?",
    )
    .all(before, most);
  const summed = (from: string, session: string) =>
    withFeatureShares(sql)
      .prepare<[number, number], SumValues>(
        `SELECT ${session}, COALESCE(agent_root, ''), model, is_subagent, COALESCE(source, ''), ${promptAbove(promptSteps)},
           COUNT(*), ${counts}, feature_shares(features)
         ${from} WHERE called_at >= ? AND called_at < ? GROUP BY 1, 2, 3, 4, 5, 6`,
      )
      .raw();
  const [recorded, adHoc] = [
    summed(`FROM ${recordedCalls}`, "COALESCE(session_id, 0)"),
    summed(`FROM ${adHocCalls}`, "0"),
  ];
  return stale.map(({ hour, changes }) => {
    const [from, to] = [hour * hourMs, (hour + 1) * hourMs];
    return { hour, changes, sums: [...recorded.all(from, to), ...adHoc.all(from, to)] };
  });
}
