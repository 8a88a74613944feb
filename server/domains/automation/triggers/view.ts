import { instant, instantOrNull } from "../../../lib/instant.ts";
import type { SessionRow } from "../../sessions/sessions/index.ts";
import { isBursting } from "./burst-rules.ts";
import { scheduledInstant } from "./configuration.ts";
import type { HistoryEntry } from "./history-model.ts";
import type { Trigger, TriggerCondition, TriggeredSession } from "./model.ts";
import { effectiveClass, firesOnce, hasChat, isLive, type StoredCondition, type Target } from "./rules.ts";
import type { ConditionRow, TriggerRow } from "./store.ts";
import { describeCondition } from "./text.ts";

/** Seconds (R92). */
const defaultWindow = 60;

export interface TriggerFacts {
  conditions: readonly ConditionRow[];
  problemOf(condition: StoredCondition): string | null;
  target: Target | null;
  rootMissing: boolean;
  lastOutcome: HistoryEntry | null;
  now: number;
}

/** How long after the first event of a group another one goes to the same session; 0 for never. */
export const coalesceWindowMs = ({
  coalesceWindowSeconds,
}: Pick<TriggerRow, "coalesceWindowSeconds">): number => (coalesceWindowSeconds ?? defaultWindow) * 1_000;

export const storedCondition = ({ conditionType, configuration }: ConditionRow): StoredCondition => ({
  conditionType,
  configuration,
});

export const targetOf = (session: SessionRow | undefined): Target | null =>
  session
    ? {
        status: session.status,
        pausedBy: session.pausedBy,
        started: session.conversationId !== null || session.conversationStarted,
      }
    : null;

/** What decides whether a fire reuses a session. */
export const reuseOf = (row: TriggerRow, conditions: readonly ConditionRow[]) => ({
  reuseSession: row.reuseSession,
  enqueueMessages: row.enqueueMessages,
  resuscitateArchived: row.resuscitateArchived,
  firesOnce: firesOnce(conditions.map(storedCondition)),
});

/** A trigger on the wire, the same wherever one appears. */
export function triggerView(
  row: TriggerRow,
  { conditions, problemOf, target, rootMissing, lastOutcome, now }: TriggerFacts,
): Trigger {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    failed_at: instantOrNull(row.failedAt),
    last_error: row.lastError,
    agent_root_name: row.agentRootName,
    agent_root_missing_from_catalog: rootMissing,
    unresolved_catalog_references: row.unresolvedReferences as Record<string, Record<string, string>>,
    prompt_template: row.promptTemplate,
    goal: row.goal,
    reuse_session: row.reuseSession,
    enqueue_messages: row.enqueueMessages,
    resuscitate_archived: row.resuscitateArchived,
    skip_if_pending_session: row.skipIfPendingSession,
    skip_if_pending_session_inert: row.reuseSession && target !== null && isLive(target),
    last_session_id: row.lastSessionId,
    max_sessions_per_minute: row.maxSessionsPerMinute,
    bursting: isBursting(row, now),
    coalesce_window_seconds: row.coalesceWindowSeconds,
    effective_coalesce_window_seconds: row.coalesceWindowSeconds ?? defaultWindow,
    coalesce_window_inert: row.coalesceWindowSeconds !== null && !hasChat(conditions),
    scheduling_class: row.schedulingClass,
    effective_scheduling_class: effectiveClass(row.schedulingClass, conditions),
    precedence: row.precedence,
    sandbox: row.sandbox,
    mcp_servers: row.mcpServers,
    catalog_skills: row.catalogSkills,
    catalog_hooks: row.catalogHooks,
    catalog_plugins: row.catalogPlugins,
    conditions: conditions.map((condition) => conditionView(condition, problemOf)),
    next_fire_at: instantOrNull(earliest(conditions.map(nextFireAt))),
    last_outcome: lastOutcome,
    missed_fire_count: row.missedFireCount,
    first_missed_fire_at: instantOrNull(row.firstMissedFireAt),
    last_triggered_at: instantOrNull(row.lastTriggeredAt),
    sessions_created_count: row.sessionsCreatedCount,
    created_at: instant(row.createdAt),
    updated_at: instant(row.updatedAt),
  };
}

const earliest = (times: readonly (number | null)[]): number | null => {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
};

/** A session's wake has its time in the wakes domain. */
const nextFireAt = ({ nextFireAt: at, state, configuration }: ConditionRow): number | null =>
  at ?? (typeof state["wake_id"] === "number" ? scheduledInstant(configuration) : null);

function conditionView(row: ConditionRow, problemOf: TriggerFacts["problemOf"]): TriggerCondition {
  const stored = storedCondition(row);
  return {
    id: row.id,
    condition_type: row.conditionType,
    configuration: { ...stored.configuration },
    description: describeCondition(stored),
    problem: problemOf(stored),
    next_fire_at: instantOrNull(nextFireAt(row)),
    last_triggered_at: instantOrNull(row.lastTriggeredAt),
    last_polled_at: instantOrNull(row.lastPolledAt),
  };
}

export const sessionSummary = ({ id, slug, title, status, createdAt }: SessionRow): TriggeredSession => ({
  id,
  slug,
  title,
  status,
  created_at: instant(createdAt),
});
