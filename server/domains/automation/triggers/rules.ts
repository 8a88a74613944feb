import type { SchedulingClass, SessionStatus } from "../../sessions/sessions/model.ts";
import { type ConditionKind, conditionKinds, type SessionEventName, sessionEvents } from "./model.ts";

const kindOfWord = new Map<string, ConditionKind>(
  Object.entries(conditionKinds).flatMap(([kind, words]) =>
    words.map((word) => [word, kind as ConditionKind] as const),
  ),
);

export const kindOf = (conditionType: string): ConditionKind | undefined => kindOfWord.get(conditionType);

/** Every word for the kind that this one names; none for a word that names nothing. */
export function synonymsOf(conditionType: string): readonly string[] {
  const kind = kindOf(conditionType);
  return kind === undefined ? [] : conditionKinds[kind];
}

export interface StoredCondition {
  conditionType: string;
  configuration: Readonly<Record<string, unknown>>;
}

/** It fires once: a schedule with a date, or a wait for one session. */
export function isOneShot({ conditionType, configuration }: StoredCondition): boolean {
  const kind = kindOf(conditionType);
  if (kind === "schedule") return typeof configuration["scheduled_at"] === "string";
  return kind === "ao_event" && typeof configuration["watched_session_id"] === "number";
}

/** The event of a session that a condition waits for, and the session, where it is a certain one. */
export function watchOf({ conditionType, configuration }: StoredCondition): {
  event: SessionEventName;
  watched: number | null;
} | null {
  if (kindOf(conditionType) !== "ao_event") return null;
  const { event_name: name, watched_session_id: watched } = configuration;
  const event = sessionEvents.find((known) => known === name);
  return event ? { event, watched: typeof watched === "number" ? watched : null } : null;
}

/** A trigger that fires once and is done: each of its conditions does. */
export const firesOnce = (conditions: readonly StoredCondition[]): boolean =>
  conditions.length > 0 && conditions.every(isOneShot);

/** A person waits for these. */
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

/** What is known of the session a trigger goes on with. */
export interface Target {
  status: SessionStatus;
  pausedBy: "user" | null;
  /** It has a conversation that could go on. */
  started: boolean;
}

export interface Reuse {
  reuseSession: boolean;
  enqueueMessages: boolean;
  resuscitateArchived: boolean;
  firesOnce: boolean;
}

export type Step = "spawn" | "follow_up" | "revive" | "busy" | "gone";

/** A session that a fire would go on with as it is. */
export const isLive = ({ status, pausedBy }: Pick<Target, "status" | "pausedBy">): boolean =>
  (status === "needs_input" || status === "waiting" || status === "running") && pausedBy !== "user";

/** What a fire does with the session to reuse; null where there is none. */
export function decideStep(reuse: Reuse, target: Target | null): Step {
  if (!reuse.reuseSession) return "spawn";
  if (target && isLive(target)) {
    const waits = target.status === "running" && !reuse.enqueueMessages && !reuse.firesOnce;
    return waits ? "busy" : "follow_up";
  }
  if (target?.status === "archived" && reuse.resuscitateArchived && target.started) return "revive";
  return reuse.firesOnce ? "gone" : "spawn";
}

/** What a PATCH of the class does to a session the trigger started: those moved by hand stay. */
export const takesNewClass = (
  session: { status: SessionStatus; schedulingClass: SchedulingClass | null },
  stamped: SchedulingClass | null,
): boolean => session.status === "waiting" && session.schedulingClass === stamped;

/** What the agent of a burst's one notice is told. */
export function burstNotice(of: {
  name: string;
  cap: number;
  sessions: readonly string[];
  quote: string;
}): string {
  const listed = of.sessions.map((session) => `- ${session}`);
  return [
    `[Signalbox] This is an automatic message, not a person. The trigger "${of.name}" fired more than ${of.cap} times within a minute.`,
    "Nothing more is started by it until five minutes after it last did. Find out what makes it fire so often and say so; do not work on the items themselves.",
    ...(listed.length > 0 ? ["Sessions of this minute:", ...listed] : []),
    "The prompt that was held back begins:",
    of.quote,
  ].join("\n\n");
}
