import { type Actor, actorName } from "../../../http/caller.ts";
import { Refusal } from "../../../lib/errors.ts";
import { instant } from "../../../lib/instant.ts";
import type { SessionRow } from "../../sessions/sessions/index.ts";
import { type Genesis, promptLimit } from "../../sessions/sessions/model.ts";
import { decideBurst } from "./burst-rules.ts";
import { pickedOf, resolveLists, restamp } from "./equipment.ts";
import { triggerRefusal } from "./errors.ts";
import type { Lists, TriggerDeps } from "./ports.ts";
import { burstNotice, decideStep, type Reuse, type Step } from "./rules.ts";
import type { ConditionRow, TriggerRow, TriggerStore } from "./store.ts";
import { closeFences, readVariables, renderTemplate } from "./template-rules.ts";
import { reuseOf, sessionSummary, storedCondition, targetOf } from "./view.ts";
import { clockOf } from "./zone.ts";

/** Who or what fires. */
export type FiredBy =
  | { kind: "invoke"; actor: Actor }
  | { kind: "button" }
  | { kind: "plugin"; app: { id: number; name: string } }
  /** By itself, for what became of a session. */
  | { kind: "event"; sessionId: number };

export interface Fire {
  triggerId: number;
  /** As the caller sent them; unknown names are left out. */
  variables: unknown;
  by: FiredBy;
  /** Written in the fire's own transaction, whatever it came to; not where there is an error. */
  alongside?(outcome: FireOutcome): void;
}

export type FireOutcome =
  /** `coalesced`: what waits for the session already says it; nothing more was put before it. */
  | { kind: "fired"; how: "spawned" | "followed_up" | "coalesced"; session: SessionRow }
  /** Over the cap: this one session tells of it. */
  | { kind: "burst_notice"; session: SessionRow }
  | { kind: "burst_suppressed"; refusal: Refusal }
  | { kind: "pending_session"; session: SessionRow; refusal: Refusal }
  /** `session` is the one that would have been gone on with; null when it is gone. */
  | { kind: "not_reusable"; session: SessionRow | null; refusal: Refusal }
  /** The refusal of whatever could not be done, such as an agent root that is not there. */
  | { kind: "error"; session: null; refusal: Refusal }
  | { kind: "not_found" };

/** What one fire works with, inside its transaction. */
interface Firing {
  row: TriggerRow;
  by: FiredBy;
  prompt: string;
  token: string;
  /** The lists less what the catalog lost. */
  lists: Lists;
  now: number;
}

const quoteLimit = 500;
const listedLimit = 25;

export type TriggerFiring = ReturnType<typeof triggerFiring>;

/** The one way in which a trigger starts work, whoever asks. Its status is not consulted (R97). */
export function triggerFiring(deps: TriggerDeps, store: TriggerStore) {
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
      await reviveTarget(found);
      return database.transaction(() => {
        const outcome = fireNow(deps, store, fire);
        fire.alongside?.(outcome);
        return outcome;
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { kind: "error", session: null, refusal: error };
    }
  }

  /** An archived target comes back before the fire, for its clone may have to be made again. */
  async function reviveTarget(row: TriggerRow): Promise<void> {
    const target = row.lastSessionId === null ? undefined : sessions.byId(row.lastSessionId);
    const step = decideStep(reuseOf(row, store.conditions(row.id)), targetOf(target));
    if (target && step === "revive") await deps.unarchive(String(target.id));
  }
}

function firedByName(by: FiredBy): string {
  if (by.kind === "plugin") return `plugin "${by.app.name}"`;
  if (by.kind === "event") return `session ${by.sessionId}`;
  return by.kind === "button" ? "the board" : actorName(by.actor);
}

function fireNow(deps: TriggerDeps, store: TriggerStore, { triggerId, variables, by }: Fire): FireOutcome {
  const { sessions } = deps;
  const row = store.find(triggerId);
  if (!row) return { kind: "not_found" };
  const conditions = store.conditions(row.id);
  const target = row.lastSessionId === null ? undefined : sessions.byId(row.lastSessionId);
  const said = promptOf(deps, { row, conditions, variables });
  const firing: Firing = { row, by, ...said, lists: resolveLists(deps, store, row), now: deps.clock.now() };
  const step = stepOf(deps, by, { reuse: reuseOf(row, conditions), target });
  switch (step) {
    case "follow_up":
      return target ? followUp(deps, store, { ...firing, target }) : spawn(deps, store, firing);
    case "fold":
      return target ? coalesce(deps, store, { ...firing, target }) : spawn(deps, store, firing);
    case "busy":
      if (target) restamp(deps, firing, target);
      return notReusable("target_busy", target);
    // It was archived again since.
    case "revive":
    case "gone":
      return notReusable("target_gone", target);
    case "spawn":
      return spawn(deps, store, firing);
  }
}

/** `fold`: a fire that repeats itself, for a session that has not read what it was told last. */
function stepOf(
  { hasPendingMessages }: TriggerDeps,
  by: FiredBy,
  { reuse, target }: { reuse: Reuse; target: SessionRow | undefined },
): Step | "fold" {
  const step = decideStep(reuse, targetOf(target));
  const repeats = by.kind === "event" && !reuse.firesOnce && (step === "follow_up" || step === "busy");
  return repeats && target && hasPendingMessages(target.id) ? "fold" : step;
}

function notReusable(why: "target_busy" | "target_gone", target: SessionRow | undefined): FireOutcome {
  const session = target ?? null;
  const extra = { session: session && sessionSummary(session) };
  return { kind: "not_reusable", session, refusal: triggerRefusal(why, { id: session?.id ?? "" }, extra) };
}

/** The template filled in, and the token of its fences; refuses what no session could be given. */
export function promptOf(
  { clock, newToken }: Pick<TriggerDeps, "clock" | "newToken">,
  of: { row: TriggerRow; conditions: readonly ConditionRow[]; variables: unknown },
): { prompt: string; token: string } {
  const token = newToken();
  const zones = of.conditions.map((condition) => storedCondition(condition).configuration["timezone"]);
  const zone = zones.find((name) => typeof name === "string") ?? "UTC";
  const moment = { ...clockOf(clock.now(), zone), token };
  const prompt = renderTemplate(of.row.promptTemplate, readVariables(of.variables), moment);
  checkPrompt(prompt);
  return { prompt, token };
}

function checkPrompt(prompt: string): void {
  if (prompt.trim() === "") throw triggerRefusal("prompt_blank");
  if (prompt.length > promptLimit) throw triggerRefusal("prompt_too_long", { most: promptLimit });
}

function followUp(
  deps: TriggerDeps,
  store: TriggerStore,
  firing: Firing & { target: SessionRow },
): FireOutcome {
  const { row, prompt, now, target } = firing;
  restamp(deps, firing, target);
  deps.post(target.id, { content: prompt, sender: `trigger "${row.name}"` });
  store.update(row.id, { lastTriggeredAt: now, missedFireCount: 0, firstMissedFireAt: null });
  return { kind: "fired", how: "followed_up", session: deps.sessions.find(String(target.id)) };
}

/** R93: a fire that repeats itself while its session has not read the last one is counted and not delivered. */
function coalesce(
  deps: TriggerDeps,
  store: TriggerStore,
  { row, lists, now, target }: Firing & { target: SessionRow },
): FireOutcome {
  const session = restamp(deps, { row, lists }, target);
  store.update(row.id, {
    lastTriggeredAt: now,
    missedFireCount: row.missedFireCount + 1,
    firstMissedFireAt: row.firstMissedFireAt ?? now,
  });
  return { kind: "fired", how: "coalesced", session };
}

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
  const stampedClass = row.schedulingClass;
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

/** X45: a person's button counts as the person's own session, any other caller as one of the API. */
const genesisOf = ({ by }: Firing): Genesis => {
  if (by.kind === "event") return "ao_event";
  return by.kind === "button" ? "web_ui" : "api";
};

/** What a session keeps of who had it started. */
function stampOf({ by }: Firing): Record<string, unknown> {
  if (by.kind === "plugin") return { external_app_id: by.app.id, external_app_name: by.app.name };
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
      scheduling_class: row.schedulingClass,
      precedence: row.precedence,
    },
    genesisOf(firing),
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

/** R101: a session that looks into the burst, with no goal and nobody's stamp. */
function startNotice(deps: TriggerDeps, store: TriggerStore, firing: Firing & { since: number }): SessionRow {
  const { row, prompt, token, since } = firing;
  const sessions = store.sessionsSince(row.id, since, listedLimit).map(deps.sessionUrl);
  const quote = closeFences(prompt.slice(0, quoteLimit), token);
  const text = burstNotice({ name: row.name, cap: row.maxSessionsPerMinute ?? 0, sessions, quote });
  const session = create(deps, firing, { prompt: text, goal: "" });
  return deps.sessions.describe(session, { trigger_id: row.id, trigger_name: row.name, burst_notice: true });
}
