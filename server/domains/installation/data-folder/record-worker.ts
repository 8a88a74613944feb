import { rowsIn, sizesByTable } from "../../../db/measure-tables.ts";
import type { Sql } from "../../../db/open.ts";
import { readDatabase } from "../../../db/read-only.ts";
import { type RecordKind, recordKinds } from "./model.ts";

export interface MeasuredRecords {
  kind: RecordKind;
  rows: number;
  bytes: number;
  /** Epoch ms. */
  oldestAt: number | null;
}

interface Tables {
  /** The first is the one whose rows are counted. */
  names: readonly string[];
  /** An expression for the time of a row of the first. */
  time: string | null;
  where?: string;
}

const tables: Readonly<Record<RecordKind, Tables>> = {
  transcripts: { names: ["transcript_chunks", "transcript_tail", "transcripts"], time: null },
  session_logs: { names: ["session_logs"], time: "created_at" },
  session_states: { names: ["session_states"], time: "at" },
  messages: { names: ["enqueued_messages", "human_messages"], time: "created_at" },
  usage: { names: ["session_token_usages", "ad_hoc_usage", "token_usage_sums"], time: "called_at" },
  notifications: { names: ["notifications"], time: "created_at" },
  live_conversations: { names: ["live_turns", "live_conversations", "live_usages"], time: "created_at" },
  trigger_runs: { names: ["trigger_history", "trigger_sightings"], time: "first_at" },
  webhook_deliveries: { names: ["webhook_deliveries"], time: "received_at" },
  account_readings: { names: ["account_readings"], time: "taken_at" },
  account_rotations: { names: ["account_rotations"], time: "at" },
  failed_jobs: { names: ["jobs"], time: "created_at", where: "state = 'failed'" },
};

/** Counts the rows of every kind and the pages of their tables and indexes, on a connection of its own. */
export const measureRecords = ({ file }: { file: string }): MeasuredRecords[] =>
  readDatabase(file, measureAll);

function measureAll(sql: Sql): MeasuredRecords[] {
  const sizes = sizesByTable(sql);
  return recordKinds.map((kind) => {
    const { names, ...of } = tables[kind];
    const [table = ""] = names;
    return {
      kind,
      ...rowsIn(sql, { table, ...of }),
      bytes: names.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0),
    };
  });
}
