import { type Actor, actorName } from "../../../http/caller.ts";
import { type Pagination, paginate } from "../../../http/model.ts";
import type { JobResult } from "../../../jobs/definition.ts";
import { instant } from "../../../lib/instant.ts";
import type { Transition } from "../../sessions/sessions/index.ts";
import { readConfiguration } from "./configuration.ts";
import { readChange, readNewTrigger, writeConditions } from "./editing.ts";
import { triggerRefusal } from "./errors.ts";
import { type EventDelivery, eventDelivery } from "./event-delivery.ts";
import { triggerFailures } from "./failures.ts";
import { type FiredBy, type TriggerFiring, triggerFiring } from "./firing.ts";
import { triggerHistory } from "./history.ts";
import type { HistoryEntry } from "./history-model.ts";
import type {
  Invocation,
  NewTrigger,
  SchedulePreview,
  Trial,
  TrialRequest,
  Trigger,
  TriggerChange,
  TriggeredSession,
} from "./model.ts";
import { type OutsideEvents, outsideEvents } from "./outside-events.ts";
import type { TriggerDeps } from "./ports.ts";
import { synonymsOf, takesNewClass } from "./rules.ts";
import { upcomingRuns } from "./schedule-slots.ts";
import { triggerSchedules } from "./schedules.ts";
import { triggerSessionEvents } from "./session-events.ts";
import { startedFailures } from "./started-failures.ts";
import { type TriggerChanges, type TriggerRow, type TriggerStore, triggerStore } from "./store.ts";
import { type SystemEvents, systemEvents } from "./system-events.ts";
import { ownVariablesOf, readVariables, renderTemplate, unfencedOf, variablesOf } from "./template-rules.ts";
import { text, wakeProblemSentence } from "./text.ts";
import { conditionTrials } from "./trying.ts";
import { sessionSummary, storedCondition, targetOf, triggerView } from "./view.ts";
import { wakeScheduling } from "./wake-scheduling.ts";
import { clockOf } from "./zone.ts";

/** Triggers: templates that start or continue a session when a condition is met, and every way to fire them. */
export interface TriggerService extends TriggerFiring, Pick<EventDelivery, "deliverEvent">, SystemEvents {
  /** A condition type or status that does not exist matches nothing. */
  list(query: {
    condition_type?: string | undefined;
    status?: string | undefined;
    page: number;
    per_page: number;
  }): { triggers: Trigger[]; pagination: Pagination };
  get(id: number): { trigger: Trigger; recent_sessions: TriggeredSession[]; history: HistoryEntry[] };
  byId(id: number): TriggerRow | undefined;
  /** Ids of the sessions that a plugin's triggers started. */
  sessionsOfPlugin: TriggerStore["sessionsOfPlugin"];
  /** What the agent of a session writes starts sessions in at least its own sandbox. */
  create(input: NewTrigger, agentSession?: number | null): Saved;
  update(id: number, input: TriggerChange, by?: ChangedBy): Saved;
  remove(id: number): void;
  toggle(id: number): Trigger;
  toggleEnqueueMessages(id: number): Trigger;
  toggleResuscitateArchived(id: number): Trigger;
  /** E65: fires the trigger now; throws the refusal when it cannot. */
  invoke(id: number, variables: unknown, by: FiredBy): Promise<Invocation>;
  /** The template filled in with these variables. */
  preview(template: string, variables: unknown): { prompt: string; variables: string[]; unfenced: string[] };
  /** When a schedule with these settings would fire next, if it began now. */
  previewSchedule(configuration: Readonly<Record<string, unknown>>): SchedulePreview;
  /** What a condition would have done in the last 24 hours, or does with a payload; nothing is started. */
  tryOut(request: TrialRequest, signal: AbortSignal): Promise<Trial>;
  sample: ReturnType<typeof conditionTrials>["sample"];
  /** Fires the schedules that are due; answers with when to look again. */
  sweepSchedules(): Promise<JobResult>;
  /** Job: starts a session for what a watcher saw. */
  deliverSighting: ReturnType<typeof outsideEvents>["deliver"];
  /** For the watchers of hosts. */
  watcher: OutsideEvents;

  onTransition(transition: Transition): void;
  onWakeEnded(wake: { id: number; sessionId: number; state: string }): void;
  onSessionRemoved(removed: { sessionId: number }): void;
}

const recentLimit = 10;
const previewedRuns = 5;
/** The token of a preview; a fire has its own. */
const sampleToken = "0000000000000000";

/** Who changes a trigger. */
interface ChangedBy {
  /** The session whose agent does. */
  agentSession?: number | null | undefined;
  actor?: Actor;
}

type Saved = { trigger: Trigger; warnings?: string[]; reclassified_waiting_sessions?: number };
type Parts = ReturnType<typeof triggerParts>;

export function triggerService(deps: TriggerDeps): TriggerService {
  const { clock } = deps;
  const parts = triggerParts(deps);
  const { store, find, view, wakes, firing, events, schedules, history, outside } = parts;

  return {
    ...triggerWriting(deps, parts),
    ...firing,
    onWakeEnded: wakes.ended,
    onTransition(transition) {
      events.onTransition(transition);
      parts.started.onTransition(transition);
    },
    onSessionRemoved({ sessionId }) {
      wakes.sessionRemoved(sessionId);
      events.removed(sessionId);
    },
    ...eventDelivery(deps, store, parts),
    ...systemEvents(deps, store, firing),
    ...conditionTrials(deps, store),
    sweepSchedules: schedules.sweep,
    deliverSighting: outside.deliver,
    watcher: outside.watcher,

    list(query) {
      const { condition_type: type, status } = query;
      const filter = { conditionTypes: type === undefined ? undefined : synonymsOf(type), status };
      const page = { limit: query.per_page, offset: (query.page - 1) * query.per_page };
      return {
        triggers: store.list(filter, page).map(view),
        pagination: paginate(store.count(filter), query),
      };
    },

    get(id) {
      const row = find(id);
      const recent = store
        .recentSessions(row.id, recentLimit)
        .flatMap((session) => deps.sessions.byId(session) ?? []);
      return {
        trigger: view(row),
        recent_sessions: recent.map(sessionSummary),
        history: history.latest(row.id),
      };
    },

    byId: (id) => store.find(id),
    sessionsOfPlugin: store.sessionsOfPlugin,

    async invoke(id, variables, by) {
      const outcome = await firing.fire({ triggerId: id, variables, by });
      if (outcome.kind === "not_found") throw triggerRefusal("not_found");
      if (outcome.kind !== "fired" && outcome.kind !== "burst_notice") throw outcome.refusal;
      const burst = outcome.kind === "burst_notice";
      const how = outcome.kind === "fired" && outcome.how === "followed_up" ? "continued" : "started";
      const message = burst ? text.burstInvoked(outcome.session.id) : text.invoked(outcome.session.id, how);
      return {
        trigger: view(find(id)),
        session: sessionSummary(outcome.session),
        burst_notice: burst,
        message,
      };
    },

    preview(template, variables) {
      const context = { ...clockOf(clock.now(), "UTC"), token: sampleToken };
      return {
        prompt: renderTemplate(template, readVariables(variables, template), context),
        variables: variablesOf(template),
        unfenced: unfencedOf(template),
      };
    },

    previewSchedule(given) {
      const configuration = readConfiguration("schedule", given);
      const runs = upcomingRuns(configuration, clock.now(), previewedRuns);
      return {
        runs: runs.map(({ at, shifted }) => ({ at: instant(at), shifted })),
        timezone: String(configuration["timezone"]),
      };
    },
  };
}

function triggerParts(deps: TriggerDeps) {
  const { clock, sessions, catalog } = deps;
  const store = triggerStore(deps.database);
  const events = triggerSessionEvents(deps, store);
  const wakes = wakeScheduling(deps, store, events);
  const history = triggerHistory(deps);
  const firing = triggerFiring(deps, store, history);
  const failures = triggerFailures(deps, store, wakes);

  return {
    store,
    events,
    wakes,
    firing,
    history,
    failures,
    started: startedFailures(deps, store, history),
    schedules: triggerSchedules(deps, store, { firing, history, failures }),
    outside: outsideEvents(deps, store, { firing, history }),
    find(id: number): TriggerRow {
      const row = store.find(id);
      if (!row) throw triggerRefusal("not_found");
      return row;
    },
    view(row: TriggerRow): Trigger {
      const target = row.lastSessionId === null ? undefined : sessions.byId(row.lastSessionId);
      return triggerView(row, {
        conditions: store.conditions(row.id),
        problemOf: deps.watchProblem,
        target: targetOf(target),
        lastOutcome: history.latest(row.id, 1)[0] ?? null,
        rootMissing: catalog.hasRoot(row.agentRootName) === false,
        now: clock.now(),
      });
    },
  };
}

/** Every change of a trigger, in one transaction each. */
function triggerWriting(deps: TriggerDeps, { store, find, view, wakes, schedules, outside }: Parts) {
  const { database, clock, catalog } = deps;

  function save(row: TriggerRow, changes: TriggerChanges): TriggerRow {
    return store.update(row.id, { ...changes, updatedAt: clock.now() }) ?? row;
  }

  function writeAll(row: TriggerRow, input: TriggerChange, now: number): void {
    const writing = { store, sessions: deps.sessions, now, beforeRemoval: wakes.disarm };
    writeConditions(writing, row, input.trigger_conditions_attributes ?? input.conditions ?? []);
  }

  /** Each reason why some of its conditions do not fire, once. */
  function unwatched({ id }: TriggerRow): string[] {
    const conditions = store.conditions(id).map(storedCondition);
    return [...new Set(conditions.flatMap((condition) => deps.watchProblem(condition) ?? []))];
  }

  /** A trigger that fires by itself leaves the placeholders that only a caller fills in as they are. */
  function unfilled({ id, promptTemplate }: TriggerRow): string[] {
    const names = ownVariablesOf(promptTemplate);
    return names.length > 0 && store.conditions(id).length > 0 ? [text.unfilled(names)] : [];
  }

  /** Brings its wakes and schedules in line with it; answers with warnings for the caller. */
  function saved(row: TriggerRow): Saved {
    const problems = wakes.sync(row);
    schedules.sync(row);
    outside.sync(row);
    const warnings = [
      ...(catalog.hasRoot(row.agentRootName) === false ? [text.rootMissing(row.agentRootName)] : []),
      ...problems.map(wakeProblemSentence),
      ...unwatched(row),
      ...unfilled(row),
    ];
    return { trigger: view(row), ...(warnings.length > 0 && { warnings }) };
  }

  function flip(id: number, field: "enqueueMessages" | "resuscitateArchived", label: string): Trigger {
    return database.transaction(() => {
      const row = find(id);
      if (!row.reuseSession) throw triggerRefusal("reuse_required", { field: label }, { trigger: view(row) });
      return view(save(row, { [field]: !row[field] }));
    });
  }

  return {
    create: (input: NewTrigger, agentSession: number | null = null): Saved =>
      database.transaction(() => {
        const now = clock.now();
        const row = store.insert(readNewTrigger(input, { ...deps, agentSession }, now));
        writeAll(row, input, now);
        return saved(row);
      }),

    update: (id: number, input: TriggerChange, by: ChangedBy = {}): Saved =>
      database.transaction(() => {
        const { agentSession = null, actor } = by;
        const before = find(id);
        const row = save(before, readChange(input, before, { ...deps, agentSession }));
        writeAll(row, input, clock.now());
        const moved =
          input.scheduling_class === undefined
            ? null
            : reclassify(deps, store, { row, who: actor ? actorName(actor) : text.theService });
        return { ...saved(row), ...(moved !== null && { reclassified_waiting_sessions: moved }) };
      }),

    remove: (id: number): void =>
      database.transaction(() => {
        const row = find(id);
        wakes.disarmAll(row.id);
        store.remove(row.id);
      }),

    toggle: (id: number): Trigger =>
      database.transaction(() => {
        const before = find(id);
        const status = before.status === "enabled" ? "disabled" : "enabled";
        const row = save(before, { status, failedAt: null, lastError: null });
        wakes.sync(row);
        schedules.sync(row);
        outside.sync(row);
        return view(row);
      }),

    toggleEnqueueMessages: (id: number): Trigger => flip(id, "enqueueMessages", "enqueue_messages"),
    toggleResuscitateArchived: (id: number): Trigger =>
      flip(id, "resuscitateArchived", "resuscitate_archived"),
  };
}

/** R94: its waiting sessions that still have the class it gave them get the new one. */
function reclassify(
  { sessions, sessionLog }: TriggerDeps,
  store: TriggerStore,
  { row, who }: { row: TriggerRow; who: string },
): number {
  const { schedulingClass } = row;
  const moving = store.waitingSessions(row.id).flatMap(({ id, stamped }) => {
    const session = sessions.byId(id);
    const moves = session && session.schedulingClass !== schedulingClass && takesNewClass(session, stamped);
    return moves ? [session] : [];
  });
  for (const session of moving) {
    sessions.write(session, { schedulingClass });
    const classes = { from: session.schedulingClass, to: schedulingClass };
    sessionLog.note(session.id, "info", text.reclassified({ trigger: row.name, ...classes, who }));
    store.setStampedClass({ triggerId: row.id, sessionId: session.id }, schedulingClass);
  }
  return moving.length;
}
