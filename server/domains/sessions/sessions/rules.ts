import { hasMoreCharacters, shortened } from "../../../lib/character-rules.ts";
import { type SchedulingClass, type SessionStatus, statusNames } from "./model.ts";

export type WaitingKind = "idle" | "queued" | "held" | "spot_queue" | "parked" | "asleep_on_wake" | "asleep";

/** The state that a transition is decided from. */
export interface CurrentState {
  status: SessionStatus;
  waitingKind: WaitingKind | null;
  pendingSleep: boolean;
  blockedOnElicitation: boolean;
  archivedFrom: "waiting" | "needs_input" | "failed" | null;
  /** The session has ever had a turn. */
  hasRun: boolean;
  /** The session has a wake scheduled. */
  wakeArmed: boolean;
}

/** Why a turn is queued. */
export type QueueCause =
  | "first"
  | "follow_up"
  | "recovery"
  | "clone_only"
  | "heartbeat"
  /** The turn was active when the service stopped. */
  | "service_started"
  /** The turn waited for a person's consent and now has it. */
  | "consented"
  | "account_serves"
  /** The turn waited in the spot queue and was admitted. */
  | "admitted";

export type StatusEvent =
  /** A turn was added to the agents lane; `laneFree` if a thread starts it immediately (docs/decisions/0014). */
  | { kind: "turn_queued"; laneFree: boolean; cause?: QueueCause }
  /** The turn waits in the spot queue, without a job, until it is admitted. */
  | { kind: "turn_held" }
  /** The agent's process started. */
  | { kind: "turn_started" }
  /** The agent finished and nothing is queued. */
  | { kind: "turn_rested" }
  /** The turn will be retried at a known time. */
  | { kind: "turn_postponed"; why: "held" | "parked" }
  | { kind: "turn_failed" }
  /** `preparing`: its turn has begun, with a clone for example, though no agent runs yet. */
  | { kind: "paused"; by?: string; preparing?: boolean }
  | { kind: "sleep" }
  /** The agent scheduled a wake; it sleeps from the end of its turn until then. */
  | { kind: "wake_armed" }
  /** The agent, which keeps running, needs a person's answer to continue. */
  | { kind: "elicitation_opened" }
  | { kind: "elicitation_closed" }
  /** The reason for parking is gone, and no turn is queued. */
  | { kind: "unparked"; neverUsed: boolean }
  | { kind: "archive"; by?: string }
  | { kind: "unarchive" };

/** The columns a transition sets, besides those the event carries. */
export interface Move {
  status: SessionStatus;
  waitingKind: WaitingKind | null;
  pendingSleep: boolean;
  /** True sets deliberate_sleep_at to now; false clears it. */
  asleep: boolean;
  blockedOnElicitation: boolean;
}

/** The codes of `errors.ts` for refused transitions. */
export type TransitionRefusal =
  | "archived_at_start"
  | "archived_at_rest"
  | "archived_at_wait"
  | "archived_at_failure"
  | "already_archived"
  | "cannot_pause"
  | "cannot_ask"
  | "no_question"
  | "not_parked"
  | "cannot_sleep"
  | "cannot_be_woken"
  | "not_archived";

export type Decision = { kind: "move"; to: Move } | { kind: "refuse"; code: TransitionRefusal };

const move = (status: SessionStatus, more: Partial<Omit<Move, "status">> = {}): Decision => ({
  kind: "move",
  to: { status, waitingKind: null, pendingSleep: false, asleep: false, blockedOnElicitation: false, ...more },
});

const refuse = (code: TransitionRefusal): Decision => ({ kind: "refuse", code });

type Decider<Kind extends StatusEvent["kind"]> = (
  from: CurrentState,
  event: Extract<StatusEvent, { kind: Kind }>,
) => Decision;

/** The transition each event causes, or why it is refused. */
const deciders: { [Kind in StatusEvent["kind"]]: Decider<Kind> } = {
  // A session with a wake sleeps again after any turn.
  turn_queued: unlessArchived("archived_at_start", ({ wakeArmed }, { laneFree }) =>
    laneFree
      ? move("running", { pendingSleep: wakeArmed })
      : move("waiting", { waitingKind: "queued", pendingSleep: wakeArmed }),
  ),
  turn_held: unlessArchived("archived_at_wait", ({ wakeArmed, pendingSleep }) =>
    move("waiting", { waitingKind: "spot_queue", pendingSleep: wakeArmed || pendingSleep }),
  ),
  turn_started: unlessArchived("archived_at_start", ({ pendingSleep }) => move("running", { pendingSleep })),
  turn_rested: unlessArchived("archived_at_rest", (from) =>
    from.pendingSleep ? fallAsleep(from) : move("needs_input"),
  ),
  turn_postponed: unlessArchived("archived_at_wait", ({ pendingSleep }, { why }) =>
    move("waiting", { waitingKind: why, pendingSleep }),
  ),
  turn_failed: unlessArchived("archived_at_failure", () => move("failed")),
  paused: ({ status, blockedOnElicitation }, { preparing = false }) =>
    status === "running" || blockedOnElicitation || (status === "waiting" && preparing)
      ? move("needs_input")
      : refuse("cannot_pause"),
  sleep: decideSleep,
  wake_armed: decideWakeArmed,
  elicitation_opened: ({ status, pendingSleep }) =>
    status === "running"
      ? move("needs_input", { pendingSleep, blockedOnElicitation: true })
      : refuse("cannot_ask"),
  elicitation_closed: ({ blockedOnElicitation, pendingSleep }) =>
    blockedOnElicitation ? move("running", { pendingSleep }) : refuse("no_question"),
  unparked: (from, { neverUsed }) => {
    if (from.waitingKind !== "parked") return refuse("not_parked");
    if (from.pendingSleep) return fallAsleep(from);
    return neverUsed ? move("waiting", { waitingKind: "idle" }) : move("needs_input");
  },
  archive: unlessArchived("already_archived", () => move("archived")),
  unarchive: decideUnarchive,
};

/** The state machine. */
export function decideTransition(from: CurrentState, event: StatusEvent): Decision {
  const decide = deciders[event.kind] as (from: CurrentState, event: StatusEvent) => Decision;
  return decide(from, event);
}

function unlessArchived<Event>(
  code: TransitionRefusal,
  decide: (from: CurrentState, event: Event) => Decision,
) {
  return (from: CurrentState, event: Event): Decision =>
    from.status === "archived" ? refuse(code) : decide(from, event);
}

const fallAsleep = ({ wakeArmed }: CurrentState): Decision =>
  move("waiting", { waitingKind: wakeArmed ? "asleep_on_wake" : "asleep", asleep: true });

function decideSleep(from: CurrentState): Decision {
  const { blockedOnElicitation } = from;
  if (blockedOnElicitation) return move("needs_input", { blockedOnElicitation, pendingSleep: true });
  if (from.status === "needs_input") return fallAsleep(from);
  if (from.status === "running") return move("running", { pendingSleep: true });
  return refuse("cannot_sleep");
}

/** The session sleeps now if no turn is active or queued, and otherwise after that turn. */
function decideWakeArmed({ status, waitingKind, blockedOnElicitation }: CurrentState): Decision {
  if (status === "failed" || status === "archived") return refuse("cannot_be_woken");
  const turnExpected = turnKinds.some((kind) => kind === waitingKind);
  if (status === "running") return move("running", { pendingSleep: true });
  if (status === "waiting" && turnExpected) return move("waiting", { waitingKind, pendingSleep: true });
  if (status === "needs_input" && blockedOnElicitation) {
    return move("needs_input", { blockedOnElicitation, pendingSleep: true });
  }
  return move("waiting", { waitingKind: "asleep_on_wake", asleep: true });
}

/** No process survives archiving, so a session that was running or queued now needs input. */
function decideUnarchive(from: CurrentState): Decision {
  if (from.status !== "archived") return refuse("not_archived");
  return from.hasRun && from.archivedFrom === "failed" ? move("failed") : move("needs_input");
}

/** The kinds of waiting that end in a turn; asleep and never-queued sessions wait for something else. */
export const turnKinds = ["queued", "held", "spot_queue", "parked"] as const;

/** R12: without a chosen class, the genesis decides; `priorityGenesis` lists those that are priority. */
export const priorityClass = (
  { schedulingClass, genesis }: { schedulingClass: SchedulingClass | null; genesis: string },
  priorityGenesis: readonly string[],
): SchedulingClass => schedulingClass ?? (priorityGenesis.includes(genesis) ? "priority" : "spot");

export type SlugVerdict = "ok" | "slug_all_digits" | "slug_shape" | "slug_reserved";

export function validateSlug(slug: string): SlugVerdict {
  if (/^\d+$/.test(slug)) return "slug_all_digits";
  // `/sessions/search` is the address of the search.
  if (slug.toLowerCase() === "search") return "slug_reserved";
  return /^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(slug) ? "ok" : "slug_shape";
}

/** R2: all digits is an id; anything else is a slug. */
export function readReference(reference: string): { id: number } | { slug: string } {
  if (!/^\d+$/.test(reference)) return { slug: reference };
  const id = Number(reference);
  return { id: Number.isSafeInteger(id) ? id : -1 };
}

/** R69: the trimmed title of 1-100 characters; null if it is invalid. */
export function readTitle(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const title = value.trim();
  return title !== "" && !hasMoreCharacters(title, 100) ? title : null;
}

/** The first sentence or line of a prompt, cut to 60 characters. */
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
 * R31: a rank above every other spot session, of which `highest` is the top one. A session already at the top keeps its
 * rank, and no rank ever drops.
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

/** R37. Returns an unknown name so that the caller can refuse it. */
export function readStatusFilter(
  statuses: readonly string[] | undefined,
  showArchived: boolean,
): StatusFilter | { kind: "unknown"; value: string } {
  if (!statuses || statuses.length === 0) return showArchived ? { kind: "all" } : { kind: "any_open" };
  const unknown = statuses.find((name) => !(statusNames as readonly string[]).includes(name));
  if (unknown !== undefined) return { kind: "unknown", value: unknown };
  return { kind: "only", statuses: [...new Set(statuses)] as SessionStatus[] };
}
