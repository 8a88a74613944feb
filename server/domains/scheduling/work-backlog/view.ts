import { instant, instantOrNull } from "../../../lib/instant.ts";
import type { SessionService } from "../../sessions/sessions/index.ts";
import type { BacklogItem } from "./model.ts";
import type { BacklogRow, BacklogStore } from "./store.ts";

/** An item as callers see it. */
export function itemView(
  row: BacklogRow,
  { store, sessions }: { store: Pick<BacklogStore, "before">; sessions: Pick<SessionService, "byId"> },
): BacklogItem {
  const session = row.startedSessionId === null ? undefined : sessions.byId(row.startedSessionId);
  return {
    id: row.id,
    key: row.key,
    issue_url: row.issueUrl,
    repo: row.repo,
    surface: row.surface,
    title: row.title,
    prompt: row.prompt,
    kind: row.kind,
    scope_direction: row.scopeDirection,
    estimated_cost: row.estimatedCost,
    gate_verdict: row.gateVerdict,
    decided_at: instantOrNull(row.decidedAt),
    agent_root: row.agentRoot,
    git_root: row.gitRoot,
    added_at: instant(row.addedAt),
    added_by: row.addedBy,
    added_via: row.addedVia,
    precedence: row.precedence,
    pinned: row.pinned,
    position: row.status === "queued" ? store.before(row) + 1 : null,
    status: row.status,
    held: row.heldAt !== null,
    held_at: instantOrNull(row.heldAt),
    held_by: row.heldBy,
    question: row.question,
    answer: row.answer,
    writing_session_id: row.writingSessionId,
    started_session_id: row.startedSessionId,
    started_by_session_id: row.startedBySessionId,
    started_by: row.startedBy,
    started_at: instantOrNull(row.startedAt),
    started_session: session ? { id: session.id, title: session.title, status: session.status } : null,
    removed_at: instantOrNull(row.removedAt),
    removed_by: row.removedBy,
    removal_reason: row.removalReason,
    payload: row.payload,
  };
}
