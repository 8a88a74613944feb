import { type Actor, actorName } from "../../../http/caller.ts";
import { instantOrNull } from "../../../lib/instant.ts";
import type { AppSetting, AppSettings } from "../../owner/app-settings/index.ts";
import type { SessionRow } from "../../sessions/sessions/index.ts";
import { invalidTopUp, topUpRefusal } from "./errors.ts";
import { defaultTopUpKnobs, type FleetTopUp, type TopUpKnobs, type TopUpPatch, topUpKnobs } from "./model.ts";
import { type MonitorDeps, topUpMonitor } from "./monitor.ts";
import { asksForNothing, changedTopUp, decideTopUp } from "./rules.ts";
import { topUpStore } from "./store.ts";
import { text } from "./text.ts";

const setting: AppSetting<TopUpKnobs> = { key: "fleet_top_up", schema: topUpKnobs };
/** One top-up starts so many items at most, like one pull. */
const mostItems = 10;

export type FleetTopUpService = ReturnType<typeof fleetTopUpService>;

/** Starts work of the backlog, and triggers that wait for it, while fewer sessions work than wanted. */
export function fleetTopUpService(deps: MonitorDeps & { settings: AppSettings }) {
  const { database, clock, log, settings, backlog } = deps;
  const store = topUpStore(database);
  const knobs = (): TopUpKnobs => settings.read(setting) ?? defaultTopUpKnobs;
  const { situation, observe, schedule, claim } = topUpMonitor(deps, store, knobs);

  function current(): FleetTopUp {
    const seen = situation();
    const decided = decideTopUp(seen);
    return {
      ...seen.knobs,
      state: decided.state,
      on_a_worker: seen.onWorker,
      awaiting_a_worker: seen.awaiting,
      asleep: store.resting().asleep,
      headroom: decided.headroom,
      startable_items: backlog.startableCount(),
      under_ceiling_since: instantOrNull(seen.underCeilingSince),
      last_fired_at: instantOrNull(seen.lastFiredAt),
      next_fire_at: instantOrNull(decided.nextFireAt),
      cadence: text.cadence(seen.knobs),
      sentence: text.sentence(decided, seen),
    };
  }

  return {
    onChanged: schedule,

    /** A session that begins to work ends the wait after a top-up. */
    onTransition({ before, after }: { before: SessionRow; after: SessionRow }): void {
      const begins = after.status === "running" && before.status !== "running";
      if (begins && store.memory().latched) store.change({ latched: false, underCeilingSince: clock.now() });
      if (begins || before.status !== after.status || before.waitingKind !== after.waitingKind) schedule();
    },

    /** Job: starts what there is room for. */
    fire(): void {
      const seen = claim();
      if (!seen) return void observe();
      const { headroom } = decideTopUp({ ...seen, latched: false });
      const started = seen.startable > 0 ? backlog.topUp(Math.min(headroom, mostItems)) : [];
      log.info(text.log.fired(started));
      const sentence = text.event.idle(
        seen.onWorker + seen.awaiting,
        seen.knobs.max_running_sessions,
        started.length,
      );
      database.transaction(() => {
        if (started.length === 0) store.change({ foundNothing: true });
        deps.events.announce({ sentence, at: seen.now, started: started.length, headroom });
      });
      schedule();
    },

    current,

    /** E115. */
    change(patch: TopUpPatch, by: Actor): { changed: string[]; fleet_top_up: FleetTopUp } {
      if (asksForNothing(patch)) throw topUpRefusal("nothing_to_change");
      const read = changedTopUp(knobs(), patch);
      if (read.problems.length > 0) throw invalidTopUp(read.problems);
      database.transaction(() => {
        settings.write(setting, read.knobs);
        if (read.changed.length > 0) log.info(text.log.changed(actorName(by), read.changed));
        observe();
      });
      return { changed: read.changed, fleet_top_up: current() };
    },
  };
}
