import { hasMoreCharacters, shortened } from "../../../lib/character-rules.ts";
import {
  type Genesis,
  genesisNames,
  type SchedulingClass,
  type SessionStatus,
  statusNames,
} from "./model.ts";

export type WaitingKind = "idle" | "queued" | "held" | "parked" | "asleep_on_wake" | "asleep";

/** What a transition is decided on. */
export interface Standing {
  status: SessionStatus;
  waitingKind: WaitingKind | null;
  pendingSleep: boolean;
  blockedOnElicitation: boolean;
  archivedFrom: "waiting" | "needs_input" | "failed" | null;
  /** It has had a turn at all. */
  hasRun: boolean;
  /** A wake of its own is to come. */
  wakeArmed: boolean;
}

/** Why a turn is queued. */
export type QueueCause =
  | "first"
  | "follow_up"
  | "recovery"
  | "clone_only"
  | "heartbeat"
  /** It was under way when the service stopped. */
  | "service_started"
  /** It waited for a person's consent, and has it. */
  | "consented";

export type StatusEvent =
  /** A turn was handed to the agents lane; `laneFree` when a thread takes it at once (docs/decisions/0014). */
  | { kind: "turn_queued"; laneFree: boolean; cause?: QueueCause }
  /** The agent's process runs. */
  | { kind: "turn_started" }
  /** The agent came to rest and nothing is queued. */
  | { kind: "turn_rested" }
  /** The turn will be tried again at a known time. */
  | { kind: "turn_postponed"; why: "held" | "parked" }
  | { kind: "turn_failed" }
  | { kind: "paused"; by?: string }
  | { kind: "sleep" }
  /** The agent asked to be woken later; it sleeps until then, from the end of its turn on. */
  | { kind: "wake_armed" }
  /** A person must answer a question before the agent, which keeps running, goes on. */
  | { kind: "elicitation_opened" }
  | { kind: "elicitation_closed" }
  /** Nothing keeps a parked session waiting any more, and no turn of it does either. */
  | { kind: "unparked"; neverUsed: boolean }
  | { kind: "archive"; by?: string }
  | { kind: "unarchive" };

/** The columns a transition sets, besides what the event itself carries. */
export interface Move {
  status: SessionStatus;
  waitingKind: WaitingKind | null;
  pendingSleep: boolean;
  /** True when deliberate_sleep_at is to be stamped; false when it is to be cleared. */
  asleep: boolean;
  blockedOnElicitation: boolean;
}

export type Decision = { kind: "move"; to: Move } | { kind: "refuse"; label: string; sentence: string };

const move = (status: SessionStatus, more: Partial<Omit<Move, "status">> = {}): Decision => ({
  kind: "move",
  to: { status, waitingKind: null, pendingSleep: false, asleep: false, blockedOnElicitation: false, ...more },
});

const refuse = (label: string, sentence: string): Decision => ({ kind: "refuse", label, sentence });

type Decider<Kind extends StatusEvent["kind"]> = (
  from: Standing,
  event: Extract<StatusEvent, { kind: Kind }>,
) => Decision;

/** Which transition each event causes, or why none. */
const deciders: { [Kind in StatusEvent["kind"]]: Decider<Kind> } = {
  // Whatever it is told meanwhile, a session with a wake sleeps again after its turn.
  turn_queued: unlessArchived("Cannot start", ({ wakeArmed }, { laneFree }) =>
    laneFree
      ? move("running", { pendingSleep: wakeArmed })
      : move("waiting", { waitingKind: "queued", pendingSleep: wakeArmed }),
  ),
  turn_started: unlessArchived("Cannot start", ({ pendingSleep }) => move("running", { pendingSleep })),
  turn_rested: unlessArchived("Cannot rest", (from) =>
    from.pendingSleep ? fallAsleep(from) : move("needs_input"),
  ),
  turn_postponed: unlessArchived("Cannot wait", ({ pendingSleep }, { why }) =>
    move("waiting", { waitingKind: why, pendingSleep }),
  ),
  turn_failed: unlessArchived("Cannot fail", () => move("failed")),
  paused: ({ status, blockedOnElicitation }) =>
    status === "running" || blockedOnElicitation
      ? move("needs_input")
      : refuse("Cannot pause", `Only a running session can be paused; this one is ${status}`),
  sleep: decideSleep,
  wake_armed: decideWakeArmed,
  elicitation_opened: ({ status, pendingSleep }) =>
    status === "running"
      ? move("needs_input", { pendingSleep, blockedOnElicitation: true })
      : refuse("Cannot ask", `Only a session that runs can ask; this one is ${status}`),
  elicitation_closed: ({ blockedOnElicitation, pendingSleep }) =>
    blockedOnElicitation
      ? move("running", { pendingSleep })
      : refuse("Cannot go on", "The session does not wait for an answer"),
  unparked: (from, { neverUsed }) => {
    if (from.waitingKind !== "parked") return refuse("Cannot go on", "The session is not parked");
    if (from.pendingSleep) return fallAsleep(from);
    return neverUsed ? move("waiting", { waitingKind: "idle" }) : move("needs_input");
  },
  archive: unlessArchived("Cannot trash", () => move("archived")),
  unarchive: decideUnarchive,
};

/** The state machine. */
export function decideTransition(from: Standing, event: StatusEvent): Decision {
  const decide = deciders[event.kind] as (from: Standing, event: StatusEvent) => Decision;
  return decide(from, event);
}

function unlessArchived<Event>(label: string, decide: (from: Standing, event: Event) => Decision) {
  return (from: Standing, event: Event): Decision =>
    from.status === "archived"
      ? refuse(label, "The session is archived; unarchive it first")
      : decide(from, event);
}

const fallAsleep = ({ wakeArmed }: Standing): Decision =>
  move("waiting", { waitingKind: wakeArmed ? "asleep_on_wake" : "asleep", asleep: true });

function decideSleep(from: Standing): Decision {
  const { blockedOnElicitation } = from;
  if (blockedOnElicitation) return move("needs_input", { blockedOnElicitation, pendingSleep: true });
  if (from.status === "needs_input") return fallAsleep(from);
  if (from.status === "running") return move("running", { pendingSleep: true });
  return refuse(
    "Cannot sleep",
    `Only a session that runs or needs input can sleep; this one is ${from.status}`,
  );
}

/** At once where nothing is under way; a turn that runs or is to come ends first. */
function decideWakeArmed({ status, waitingKind, blockedOnElicitation }: Standing): Decision {
  if (status === "failed" || status === "archived") {
    return refuse("Cannot be woken", `Only a session that can go on can be woken; this one is ${status}`);
  }
  const turnToCome = waitingKind === "queued" || waitingKind === "held" || waitingKind === "parked";
  if (status === "running") return move("running", { pendingSleep: true });
  if (status === "waiting" && turnToCome) return move("waiting", { waitingKind, pendingSleep: true });
  if (status === "needs_input" && blockedOnElicitation) {
    return move("needs_input", { blockedOnElicitation, pendingSleep: true });
  }
  return move("waiting", { waitingKind: "asleep_on_wake", asleep: true });
}

/** Nothing is in flight any more, so what was running or queued comes back as needing input. */
function decideUnarchive(from: Standing): Decision {
  if (from.status !== "archived") return refuse("Cannot restore", "The session is not archived");
  return from.hasRun && from.archivedFrom === "failed" ? move("failed") : move("needs_input");
}

const priorityGenesis: ReadonlySet<string> = new Set<Genesis>(["web_ui", "chat", "unknown"]);
export const priorityGenesisNames = genesisNames.filter((name) => priorityGenesis.has(name));

/** R12: null is derived from where the session came from. */
export const priorityClass = (chosen: SchedulingClass | null, genesis: string): SchedulingClass =>
  chosen ?? (priorityGenesis.has(genesis) ? "priority" : "spot");

export type SlugVerdict = "ok" | "slug_all_digits" | "slug_shape" | "slug_reserved";

export function judgeSlug(slug: string): SlugVerdict {
  if (/^\d+$/.test(slug)) return "slug_all_digits";
  // In the place of a slug it is the address of the search.
  if (slug.toLowerCase() === "search") return "slug_reserved";
  return /^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(slug) ? "ok" : "slug_shape";
}

/** R2: all digits is an id and nothing else; anything else is a slug. */
export function readReference(reference: string): { id: number } | { slug: string } {
  if (!/^\d+$/.test(reference)) return { slug: reference };
  const id = Number(reference);
  return { id: Number.isSafeInteger(id) ? id : -1 };
}

/** R69: stripped, 1-100 characters; null when it is not a title. */
export function readTitle(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const title = value.trim();
  return title !== "" && !hasMoreCharacters(title, 100) ? title : null;
}

/** The first sentence or line of a prompt, short enough for a heading. */
export function titleFromPrompt(prompt: string | null): string | null {
  const line = prompt
    ?.split("\n")
    .map((text) => text.trim())
    .find((text) => text !== "" && !text.startsWith("#script"));
  if (line === undefined) return null;
  const sentence = /^.{10,80}?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
  return shortened(sentence, 60);
}

const topGap = 5;

/**
 * R31: the rank that goes before every other spot session, whose highest is `highest`. A session that is at the
 * top already keeps its rank, and none ever falls.
 */
export function topOfSpot(highest: number | null, current: number | null): number {
  const above = highest === null ? 0 : highest + topGap;
  if (current === null) return above;
  return highest === null || current > highest ? current : above;
}

export const clampPrecedence = (value: number): number => Math.min(Math.max(value, -1e9), 1e9);

/** R30, R31: an explicit rank, the top of the spot queue, one above the parent, or 0. */
export function decidePrecedence(input: {
  precedence: number | null;
  topOfSpot: number | null;
  parent: number | null;
}): number {
  if (input.precedence !== null) return clampPrecedence(input.precedence);
  if (input.topOfSpot !== null) return clampPrecedence(input.topOfSpot);
  return input.parent === null ? 0 : clampPrecedence(input.parent + 1);
}

export type StatusFilter =
  | { kind: "any_open" }
  | { kind: "all" }
  | { kind: "only"; statuses: SessionStatus[] };

/** R37; an unknown name is returned for the refusal. */
export function readStatusFilter(
  statuses: readonly string[] | undefined,
  showArchived: boolean,
): StatusFilter | { kind: "unknown"; value: string } {
  if (!statuses || statuses.length === 0) return showArchived ? { kind: "all" } : { kind: "any_open" };
  const unknown = statuses.find((name) => !(statusNames as readonly string[]).includes(name));
  if (unknown !== undefined) return { kind: "unknown", value: unknown };
  return { kind: "only", statuses: [...new Set(statuses)] as SessionStatus[] };
}
