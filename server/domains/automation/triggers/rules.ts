import type { SchedulingClass, SessionStatus } from "../../sessions/sessions/model.ts";
import {
  type ConditionKind,
  conditionKinds,
  type SessionEventName,
  type SystemEventName,
  sessionEvents,
  systemEvents,
} from "./model.ts";

const kindOfName = new Map<string, ConditionKind>(
  Object.entries(conditionKinds).flatMap(([kind, names]) =>
    names.map((name) => [name, kind as ConditionKind] as const),
  ),
);

export const kindOf = (conditionType: string): ConditionKind | undefined => kindOfName.get(conditionType);

/** Every name of the same kind of condition; none for an unknown name. */
export function synonymsOf(conditionType: string): readonly string[] {
  const kind = kindOf(conditionType);
  return kind === undefined ? [] : conditionKinds[kind];
}

export interface StoredCondition {
  conditionType: string;
  configuration: Readonly<Record<string, unknown>>;
}

/** Fires once: a one-time schedule, or a wait for an event of one session. */
export function isOneShot({ conditionType, configuration }: StoredCondition): boolean {
  const kind = kindOf(conditionType);
  if (kind === "schedule") return typeof configuration["scheduled_at"] === "string";
  return kind === "ao_event" && typeof configuration["watched_session_id"] === "number";
}

/** The session event that a condition waits for; `watched` is null when it waits for any session. */
export function watchOf({ conditionType, configuration }: StoredCondition): {
  event: SessionEventName;
  watched: number | null;
} | null {
  if (kindOf(conditionType) !== "ao_event") return null;
  const { event_name: name, watched_session_id: watched } = configuration;
  const event = sessionEvents.find((known) => known === name);
  return event ? { event, watched: typeof watched === "number" ? watched : null } : null;
}

/** The event of the service that a condition waits for. */
export function systemEventOf({ conditionType, configuration }: StoredCondition): SystemEventName | null {
  const { event_name: name } = configuration;
  const kind = kindOf(conditionType);
  if (kind === "ao_event" && name === "account_needs_reauth") return name;
  return kind === "system_event" ? (systemEvents.find((known) => known === name) ?? null) : null;
}

/** Whether each of its conditions fires once. */
export const firesOnce = (conditions: readonly StoredCondition[]): boolean =>
  conditions.length > 0 && conditions.every(isOneShot);

/** Someone is waiting for these. */
const priorityKinds: ReadonlySet<ConditionKind | undefined> = new Set([
  "chat",
  "chat_bridge",
  "system_event",
]);
const chatKinds: ReadonlySet<ConditionKind | undefined> = new Set(["chat", "chat_bridge"]);

/** R94. */
export const effectiveClass = (
  chosen: SchedulingClass | null,
  conditions: readonly Pick<StoredCondition, "conditionType">[],
): SchedulingClass =>
  chosen ??
  (conditions.some(({ conditionType }) => priorityKinds.has(kindOf(conditionType))) ? "priority" : "spot");

export const hasChat = (conditions: readonly Pick<StoredCondition, "conditionType">[]): boolean =>
  conditions.some(({ conditionType }) => chatKinds.has(kindOf(conditionType)));

/** The session a trigger reuses. */
export interface Target {
  status: SessionStatus;
  pausedBy: "user" | null;
  /** It has a conversation to continue. */
  started: boolean;
}

export interface Reuse {
  reuseSession: boolean;
  enqueueMessages: boolean;
  resuscitateArchived: boolean;
  firesOnce: boolean;
}

export type Step = "spawn" | "follow_up" | "revive" | "busy" | "gone";

/** Whether a fire can continue the session without unarchiving it. */
export const isLive = ({ status, pausedBy }: Pick<Target, "status" | "pausedBy">): boolean =>
  (status === "needs_input" || status === "waiting" || status === "running") && pausedBy !== "user";

/** What a fire does with the session to reuse; `target` is null when there is none. */
export function decideStep(reuse: Reuse, target: Target | null): Step {
  if (!reuse.reuseSession) return "spawn";
  if (target && isLive(target)) {
    const waits = target.status === "running" && !reuse.enqueueMessages && !reuse.firesOnce;
    return waits ? "busy" : "follow_up";
  }
  if (target?.status === "archived" && reuse.resuscitateArchived && target.started) return "revive";
  return reuse.firesOnce ? "gone" : "spawn";
}

/** Whether changing the class of the trigger also changes this session; one that a person moved stays. */
export const takesNewClass = (
  session: { status: SessionStatus; schedulingClass: SchedulingClass | null },
  stamped: SchedulingClass | null,
): boolean => session.status === "waiting" && session.schedulingClass === stamped;

/** Why an enabled trigger will not wake its session. `status` is null for a session that was deleted. */
export interface WakeProblem {
  sessionId: number;
  status: "failed" | "archived" | null;
}
