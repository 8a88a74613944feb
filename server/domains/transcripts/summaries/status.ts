import type { SessionRow } from "../../sessions/sessions/index.ts";
import type { StatusSummary } from "./model.ts";
import type { SummaryDeps } from "./ports.ts";
import { isBeingWritten } from "./rules.ts";
import type { SummaryRow, SummaryStore } from "./store.ts";
import { text } from "./text.ts";

/** Reads status summaries, without generating one (R48). */
export function summaryStatus(
  { clock, transcripts }: Pick<SummaryDeps, "clock" | "transcripts">,
  store: SummaryStore,
) {
  const messageCount = ({ id, agentRuntime }: SessionRow): number =>
    transcripts.conversation({ id, runtime: agentRuntime }, { limit: 0, contentLimit: 0 }).total;

  return {
    statusOf(session: SessionRow): StatusSummary {
      const row = store.find(session.id);
      const summary = row?.summary ?? null;
      const since = summary === null ? null : messageCount(session) - (row?.generatedMessageCount ?? 0);
      return {
        ...stateOf(row, clock.now()),
        summary,
        messages_since_generated: since === null ? null : Math.max(since, 0),
      };
    },
  };
}

function stateOf(
  row: SummaryRow | undefined,
  now: number,
): Pick<StatusSummary, "state" | "generating" | "error"> {
  if (!row) return { state: "idle", generating: false, error: null };
  if (row.state !== "pending") return { state: row.state, generating: false, error: row.error };
  if (isBeingWritten(row, now)) return { state: "pending", generating: true, error: null };
  return { state: "failed", generating: false, error: text.abandoned };
}
