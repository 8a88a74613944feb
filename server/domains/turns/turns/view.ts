import { instant, instantOrNull } from "../../../lib/instant.ts";
import type { Turn } from "./model.ts";
import type { TurnRow } from "./store.ts";

/** A turn as the API shows it, without the prompt, which may contain text that the service added. */
export const turnView = (row: TurnRow): Turn => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  outcome: row.outcome,
  retries: row.retries,
  created_at: instant(row.createdAt),
  started_at: instantOrNull(row.startedAt),
  ended_at: instantOrNull(row.endedAt),
});
