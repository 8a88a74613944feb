import { type Actor, actorName } from "../../../http/caller.ts";
import { Refusal } from "../../../lib/errors.ts";
import { instant } from "../../../lib/instant.ts";
import type { SessionRow } from "../../sessions/sessions/index.ts";
import type { Genesis, SchedulingClass } from "../../sessions/sessions/model.ts";
import { decideBurst } from "./burst-rules.ts";
import { pickedOf, resolveLists, updateTarget } from "./equipment.ts";
import { triggerRefusal } from "./errors.ts";
import { contextOf, promptOf } from "./fire-prompt.ts";
import type { Happening, TriggerHistory } from "./history.ts";
import type { HistoryCause, HistoryOutcome } from "./history-model.ts";
import type { SystemEventName } from "./model.ts";
import type { Lists, TriggerDeps } from "./ports.ts";
import { decideStep, type Reuse, type Step } from "./rules.ts";
import type { TriggerRow, TriggerStore } from "./store.ts";
import { closeFences, type PromptAddition, readVariables } from "./template-rules.ts";
import { burstNotice, text } from "./text.ts";
import { reuseOf, sessionSummary, targetOf } from "./view.ts";

/** Who or what fires. */
export type FiredBy =
  | { kind: "invoke"; actor: Actor; agentSession?: number | null | undefined }
  | { kind: "button" }
  | { kind: "plugin"; app: { id: number; name: string } }
  /** A session event. */
  | { kind: "event"; sessionId: number; conditionId: number }
  | { kind: "schedule"; conditionId: number }
  /** An event of the service itself. */
  | { kind: "system"; event: SystemEventName; conditionId: number }
  /** Something that a watcher saw at a host; each is a fire of its own. */
  | {
      kind: "outside";
      cause: HistoryCause;
      genesis: Genesis;
      conditionId: number;
      /** What the session records about where it comes from. */
      stamp?: Readonly<Record<string, unknown>> | undefined;
    };

export interface Fire {
  triggerId: number;
  /** As the caller sent them; unknown names are ignored. */
  variables: unknown;
  by: FiredBy;
  /** For the history; the variables by default. */
  summary?: string;
  /** From outside, for the end of the prompt; read in the fire's own transaction. Null for nothing. */
  addition?(): PromptAddition | null;
  /** Runs first in the fire's own transaction; false when another fire was quicker. */
  claim?(): boolean;
  /** Runs in the fire's own transaction, whatever the outcome; not after an error. */
  withOutcome?(outcome: FireOutcome): void;
}

export type FireOutcome =
  /** `coalesced`: an unread message of the session already says it, so none was added. */
  | { kind: "fired"; how: "spawned" | "followed_up" | "coalesced"; session: SessionRow }
  /** Over the cap: this one session is to report the burst. */
  | { kind: "burst_notice"; session: SessionRow }
  | { kind: "burst_suppressed"; refusal: Refusal }
  | { kind: "pending_session"; session: SessionRow; refusal: Refusal }
  /** `session` is the one to reuse; null when it was deleted. */
  | { kind: "not_reusable"; session: SessionRow | null; refusal: Refusal }
  /** Some step was refused, such as a session of an unknown agent root. */
  | { kind: "error"; session: null; refusal: Refusal }
  /** There is no such trigger, or another fire has claimed its cause. */
  | { kind: "not_found" };

/** What one fire works with, inside its transaction. */
interface Firing {
  row: TriggerRow;
  by: FiredBy;
  prompt: string;
  token: string;
  /** The lists without names that left the catalog. */
  lists: Lists;
  now: number;
}

const quoteLimit = 500;
const listedLimit = 25;

export type TriggerFiring = ReturnType<typeof triggerFiring>;

/** The only way a trigger starts work, whatever fires it. Its status is not checked (R97). */
export function triggerFiring(deps: TriggerDeps, store: TriggerStore, history: TriggerHistory) {
  const { database, sessions, log } = deps;

  return {
    async fire(fire: Fire): Promise<FireOutcome> {
      const outcome = await attempt(fire);
      const session = "session" in outcome ? outcome.session?.id : undefined;
      log.info(
        { trigger: fire.triggerId, by: firedByName(fire.by), outcome: outcome.kind, session },
        "trigger",
      );
      return outcome;
    },
  };

  async function attempt(fire: Fire): Promise<FireOutcome> {
    const found = store.find(fire.triggerId);
    if (!found) return { kind: "not_found" };
    try {
      deps.admit();
      await reviveTarget(found);
      return database.transaction(() => {
        if (fire.claim?.() === false) return { kind: "not_found" };
        const outcome = fireNow(deps, store, fire);
        fire.withOutcome?.(outcome);
        history.record(happeningOf(fire, found.promptTemplate, outcome));
        return outcome;
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const outcome: FireOutcome = { kind: "error", session: null, refusal: error };
      if (error.status !== 507) history.record(happeningOf(fire, found.promptTemplate, outcome));
      return outcome;
    }
  }

  /** Unarchives the target before the fire, because its clone may have to be created again. */
  async function reviveTarget(row: TriggerRow): Promise<void> {
    const target = row.lastSessionId === null ? undefined : sessions.byId(row.lastSessionId);
    const step = decideStep(reuseOf(row, store.conditions(row.id)), targetOf(target));
    if (target && step === "revive") await deps.unarchive(String(target.id));
  }
}

function firedByName(by: FiredBy): string {
  if (by.kind === "plugin") return `plugin "${by.app.name}"`;
  if (by.kind === "event") return `session ${by.sessionId}`;
  if (by.kind === "schedule") return "its schedule";
  if (by.kind === "system") return by.event;
  if (by.kind === "outside") return by.genesis;
  return by.kind === "button" ? "the board" : actorName(by.actor);
}

const outcomes: Record<Exclude<FireOutcome["kind"], "fired">, HistoryOutcome> = {
  burst_notice: "burst_notice",
  burst_suppressed: "suppressed",
  pending_session: "skipped",
  not_reusable: "skipped",
  error: "failed",
  not_found: "failed",
};
const ways = { spawned: "started", followed_up: "continued", coalesced: "coalesced" } as const;
const causes: Record<Exclude<FiredBy["kind"], "outside">, HistoryCause> = {
  invoke: "invoke",
  button: "board",
  plugin: "integration",
  event: "session",
  schedule: "schedule",
  system: "system",
};

function happeningOf(
  { triggerId, by, variables, summary }: Fire,
  template: string,
  outcome: FireOutcome,
): Happening {
  return {
    triggerId,
    conditionId: "conditionId" in by ? by.conditionId : null,
    outcome: outcome.kind === "fired" ? ways[outcome.how] : outcomes[outcome.kind],
    cause: by.kind === "outside" ? by.cause : causes[by.kind],
    summary: summary ?? summaryOf(by, variables, template),
    reason: reasonOf(by, outcome),
    sessionId: "session" in outcome ? (outcome.session?.id ?? null) : null,
  };
}

function reasonOf(by: FiredBy, outcome: FireOutcome): string | null {
  if (!("refusal" in outcome)) return null;
  const { message } = outcome.refusal;
  return by.kind === "schedule" && outcome.kind === "burst_suppressed" ? text.staysDue(message) : message;
}

/** Who fired it, and with which values. */
function summaryOf(by: FiredBy, variables: unknown, template: string): string {
  const given = Object.entries(readVariables(variables, template)).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const who = by.kind === "plugin" ? [by.app.name] : [];
  return [...who, ...given].join(" · ");
}

function fireNow(deps: TriggerDeps, store: TriggerStore, fire: Fire): FireOutcome {
  const { triggerId, variables, by } = fire;
  const { sessions } = deps;
  const row = store.find(triggerId);
  if (!row) return { kind: "not_found" };
  const conditions = store.conditions(row.id);
  const target = row.lastSessionId === null ? undefined : sessions.byId(row.lastSessionId);
  const context = by.kind === "outside" ? contextOf(by) : null;
  const rendered = promptOf(deps, { row, conditions, variables, context, addition: fire.addition?.() });
  const firing: Firing = {
    row,
    by,
    ...rendered,
    lists: resolveLists(deps, store, row),
    now: deps.clock.now(),
  };
  const step = stepOf(deps, by, { reuse: reuseOf(row, conditions), target });
  switch (step) {
    case "follow_up":
      return target ? followUp(deps, store, { ...firing, target }) : spawn(deps, store, firing);
    case "fold":
      return target ? coalesce(deps, store, { ...firing, target }) : spawn(deps, store, firing);
    case "busy":
      if (target) updateTarget(deps, firing, target);
      store.update(row.id, missedOnceMore(firing));
      return notReusable("target_busy", target);
    // Archived again in the meantime.
    case "revive":
    case "gone":
      return notReusable("target_gone", target);
    case "spawn":
      return spawn(deps, store, firing);
  }
}

/** `fold`: a repeated fire for a session that has not read the last message yet. */
function stepOf(
  { hasPendingMessages }: TriggerDeps,
  by: FiredBy,
  { reuse, target }: { reuse: Reuse; target: SessionRow | undefined },
): Step | "fold" {
  const step = decideStep(reuse, targetOf(target));
  const isRepeatable = by.kind === "event" || by.kind === "schedule" || by.kind === "system";
  const repeats = isRepeatable && !reuse.firesOnce && (step === "follow_up" || step === "busy");
  return repeats && target && hasPendingMessages(target.id) ? "fold" : step;
}

function notReusable(why: "target_busy" | "target_gone", target: SessionRow | undefined): FireOutcome {
  const session = target ?? null;
  const extra = { session: session && sessionSummary(session) };
  return { kind: "not_reusable", session, refusal: triggerRefusal(why, { id: session?.id ?? "" }, extra) };
}

function followUp(
  deps: TriggerDeps,
  store: TriggerStore,
  firing: Firing & { target: SessionRow },
): FireOutcome {
  const { row, prompt, now, target } = firing;
  updateTarget(deps, firing, target);
  deps.post(target.id, { content: prompt, sender: text.sender(row.name) });
  store.update(row.id, { lastTriggeredAt: now, missedFireCount: 0, firstMissedFireAt: null });
  return { kind: "fired", how: "followed_up", session: deps.sessions.find(String(target.id)) };
}

/** R93: a repeated fire is counted but not delivered while its session has not read the last one. */
function coalesce(
  deps: TriggerDeps,
  store: TriggerStore,
  { row, lists, now, target }: Firing & { target: SessionRow },
): FireOutcome {
  const session = updateTarget(deps, { row, lists }, target);
  store.update(row.id, { lastTriggeredAt: now, ...missedOnceMore({ row, now }) });
  return { kind: "fired", how: "coalesced", session };
}

/** R93: until a fire lands. */
const missedOnceMore = ({ row, now }: Pick<Firing, "row" | "now">) => ({
  missedFireCount: row.missedFireCount + 1,
  firstMissedFireAt: row.firstMissedFireAt ?? now,
});

function spawn(deps: TriggerDeps, store: TriggerStore, firing: Firing): FireOutcome {
  const { row, now } = firing;
  const pending = row.skipIfPendingSession ? store.pendingSession(row.id) : undefined;
  if (pending !== undefined) {
    const session = deps.sessions.find(String(pending));
    const extra = { session: sessionSummary(session) };
    return {
      kind: "pending_session",
      session,
      refusal: triggerRefusal("pending_session", { id: pending }, extra),
    };
  }
  const { verdict, next } = decideBurst(row, row.maxSessionsPerMinute, now);
  store.update(row.id, next);
  if (verdict === "suppressed") {
    const until = instant(next.burstActiveUntil ?? now);
    return { kind: "burst_suppressed", refusal: triggerRefusal("burst_suppressed", { until }) };
  }
  const notice = verdict === "notice";
  const session = notice
    ? startNotice(deps, store, { ...firing, since: next.burstWindowAt ?? now })
    : start(deps, firing);
  const kind = notice ? "burst_notice" : "spawned";
  const stampedClass = classFor(firing);
  store.addStarted({ triggerId: row.id, sessionId: session.id, kind, stampedClass, createdAt: now });
  store.update(row.id, {
    lastTriggeredAt: now,
    sessionsCreatedCount: row.sessionsCreatedCount + 1,
    missedFireCount: 0,
    firstMissedFireAt: null,
    ...(row.reuseSession && !notice && { lastSessionId: session.id }),
  });
  return notice ? { kind: "burst_notice", session } : { kind: "fired", how: "spawned", session };
}

/** X45: from the board it counts as a person's own session, from any other caller as one of the API. */
const genesisOf = ({ by }: Firing): Genesis => {
  if (by.kind === "event" || by.kind === "system") return "ao_event";
  if (by.kind === "schedule") return "schedule";
  if (by.kind === "outside") return by.genesis;
  return by.kind === "button" ? "web_ui" : "api";
};

/** The agent that fires: its session's sandbox is the least that the started one gets. */
function agentOf({ by }: Firing): number | null {
  if (by.kind === "event") return by.sessionId;
  return (by.kind === "invoke" && by.agentSession) || null;
}

/** What the event of the service brings must not wait for what it announces, so such a session is a priority session. */
const classFor = ({ by, row }: Pick<Firing, "by" | "row">): SchedulingClass | null =>
  row.schedulingClass ?? (by.kind === "system" ? "priority" : null);

/** What a session records about who fired its trigger. */
function stampOf({ by }: Firing): Record<string, unknown> {
  if (by.kind === "plugin") return { external_app_id: by.app.id, external_app_name: by.app.name };
  if (by.kind === "outside") return { ...by.stamp };
  return by.kind === "event" ? { event_session_id: by.sessionId } : {};
}

function create(deps: TriggerDeps, firing: Firing, of: { prompt: string; goal?: string }): SessionRow {
  const { row, lists } = firing;
  const { session } = deps.sessions.create(
    {
      ...pickedOf(lists),
      agent_root: row.agentRootName,
      prompt: of.prompt,
      goal: of.goal,
      scheduling_class: classFor(firing),
      precedence: row.precedence,
      sandbox: row.sandbox,
    },
    genesisOf(firing),
    { agentSession: agentOf(firing) },
  );
  return deps.sessions.find(String(session.id));
}

function start(deps: TriggerDeps, firing: Firing): SessionRow {
  const { row, prompt } = firing;
  const known = row.goal !== null && deps.goals.stillKnown(row.goal);
  const session = create(deps, firing, { prompt, ...(known && row.goal !== null && { goal: row.goal }) });
  return deps.sessions.describe(session, {
    trigger_id: row.id,
    trigger_name: row.name,
    ...stampOf(firing),
  });
}

/** R101: a session that is to find the cause of the burst; it has no goal and no record of who fired. */
function startNotice(deps: TriggerDeps, store: TriggerStore, firing: Firing & { since: number }): SessionRow {
  const { row, prompt, token, since } = firing;
  const sessions = store.sessionsSince(row.id, since, listedLimit).map(deps.sessionUrl);
  const quote = closeFences(prompt.slice(0, quoteLimit), token);
  const notice = burstNotice({ name: row.name, cap: row.maxSessionsPerMinute ?? 0, sessions, quote });
  const session = create(deps, firing, { prompt: notice, goal: "" });
  return deps.sessions.describe(session, { trigger_id: row.id, trigger_name: row.name, burst_notice: true });
}
