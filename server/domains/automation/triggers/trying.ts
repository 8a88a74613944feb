import { instant } from "../../../lib/instant.ts";
import { readConfiguration } from "./configuration.ts";
import { plainTitle } from "./event-rules.ts";
import { contextOf, promptOf } from "./fire-prompt.ts";
import type { Trial, TrialRequest } from "./model.ts";
import { outsideKindOf } from "./outside-kinds.ts";
import type { TriggerDeps } from "./ports.ts";
import { kindOf, type StoredCondition, watchOf } from "./rules.ts";
import { slotsSince } from "./schedule-slots.ts";
import type { TriggerStore } from "./store.ts";
import { eventSentence, text } from "./text.ts";
import { type TrialLimits, type Tried, type TriedEvent, tried } from "./trial-rules.ts";
import { coalesceWindowMs } from "./view.ts";

const dayMs = 24 * 3_600_000;
const mostShown = 100;

/** What a condition would have done, without doing it. */
export function conditionTrials(deps: TriggerDeps, store: Pick<TriggerStore, "pendingSession">) {
  const { clock } = deps;

  /** What happened since then, as the condition sees it. */
  async function eventsOf(
    condition: StoredCondition,
    { since, signal, payload }: { since: number; signal: AbortSignal; payload: unknown },
  ): Promise<{ events: TriedEvent[]; note: string | null }> {
    const kind = kindOf(condition.conditionType);
    if (payload !== undefined) {
      const isOutside = outsideKindOf(kind) !== undefined;
      const events = isOutside ? await deps.watchers.sampled(condition, payload, signal) : [];
      return { events, note: events.length === 0 ? text.trial.noMatch : null };
    }
    if (kind === "schedule") {
      const events = slotsSince(condition.configuration, since, clock.now()).map((at) => ({
        at,
        summary: text.trial.slot,
        reason: null,
        variables: {},
      }));
      return { events, note: null };
    }
    if (kind === "ao_event") return { events: sessionEvents(deps, condition, since), note: null };
    if (outsideKindOf(kind) === undefined) return { events: [], note: text.trial.notKept };
    return deps.watchers.since(condition, since, signal);
  }

  /** The session that is in progress now. */
  const pendingOf = ({ trigger_id: id }: TrialRequest): number | undefined =>
    id === null || id === undefined ? undefined : store.pendingSession(id);

  /** The prompt, or why it cannot be made. */
  function promptFor(
    { prompt_template: promptTemplate }: TrialRequest,
    condition: StoredCondition,
    { variables }: TriedEvent,
  ): string {
    const kind = outsideKindOf(kindOf(condition.conditionType));
    return promptOf(deps, {
      row: { promptTemplate },
      conditions: [{ ...condition, configuration: { ...condition.configuration } }],
      variables,
      context: kind ? contextOf(kind) : null,
    }).prompt;
  }

  return {
    async tryOut(request: TrialRequest, signal: AbortSignal): Promise<Trial> {
      const configuration = readConfiguration(request.condition_type, request.configuration);
      const condition = { conditionType: request.condition_type, configuration };
      const since = clock.now() - dayMs;
      const { events, note } = await eventsOf(condition, { since, signal, payload: request.payload });
      const pending = request.payload === undefined ? undefined : pendingOf(request);
      const all = tried(events, limitsOf(request, pending !== undefined));
      const isFleeting = outsideKindOf(kindOf(condition.conditionType))?.isFleeting ?? true;
      return {
        since: instant(since),
        note,
        fires: all.filter(({ outcome }) => outcome === "fires" || outcome === "burst_notice").length,
        events: all.slice(-mostShown).map((event) => ({
          at: instant(event.at),
          summary: event.summary,
          outcome: event.outcome,
          reason: event.reason ?? whyOf(event, { isFleeting, pending }),
          prompt: isDelivered(event) ? promptFor(request, condition, event) : null,
          variables: textsOf(event.variables),
        })),
      };
    },

    async sample({
      condition_type: conditionType,
      configuration: given,
    }: Pick<TrialRequest, "condition_type" | "configuration">) {
      const configuration = readConfiguration(conditionType, given);
      const isOutside = outsideKindOf(kindOf(conditionType)) !== undefined;
      return { payload: isOutside ? await deps.watchers.sample({ conditionType, configuration }) : null };
    },
  };
}

const isDelivered = ({ outcome }: Tried): boolean => outcome === "fires" || outcome === "continues";

const minuteMs = 60_000;
const assumedMinutes = 15;

const limitsOf = (request: TrialRequest, isPending: boolean): TrialLimits => ({
  windowMs: coalesceWindowMs({ coalesceWindowSeconds: request.coalesce_window_seconds ?? null }),
  cap: request.max_sessions_per_minute ?? null,
  skipsPending: request.skip_if_pending_session === true,
  reuse: request.reuse_session === true ? { queues: request.enqueue_messages === true } : null,
  sessionMs: (request.session_minutes ?? assumedMinutes) * minuteMs,
  isPending,
});

/** What cannot start now is tried again later, unless it is a message of a chat that goes on. */
function whyOf({ why }: Tried, of: { isFleeting: boolean; pending: number | undefined }): string | null {
  if (why === null) return null;
  const said = text.trial.why[why](of.pending);
  return of.isFleeting || why === "first_lost" ? said : `${said}; ${text.trial.again}`;
}

/** What happened to sessions since then. */
function sessionEvents(deps: TriggerDeps, condition: StoredCondition, since: number): TriedEvent[] {
  const watch = watchOf(condition);
  if (!watch) return [];
  return deps
    .sessionEventsSince(since, watch.event)
    .filter(({ session }) => (watch.watched === null ? session.isAutonomous : session.id === watch.watched))
    .map(({ at, session }) => {
      const sentence = eventSentence(session, watch.event);
      return {
        at,
        summary: sentence,
        reason: null,
        variables: {
          event: sentence,
          text: sentence,
          title: plainTitle(session.title ?? ""),
          link: deps.sessionUrl(session.id),
        },
      };
    });
}

const textsOf = (variables: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : String(value),
    ]),
  );
