import type { Turn } from "../../../server/domains/turns/turns/model.ts";

/** An ended turn, with the changes that a test needs. */
export const someTurn = (changes: Partial<Turn> = {}): Turn => ({
  id: 1,
  kind: "follow_up",
  state: "ended",
  outcome: null,
  retries: 0,
  created_at: "2026-03-01T10:00:00Z",
  started_at: "2026-03-01T10:00:00Z",
  ended_at: "2026-03-01T10:01:00Z",
  ...changes,
});
