import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import { type ExperimentalValues, experimentalSettings } from "../../owner/experimental-settings/model.ts";
import { experimentStore } from "./store.ts";

interface Spawned {
  id: number;
  agentRuntime: string;
}

/** Keeps which experimental settings each session ran with. */
export function experimentService({ database, clock }: { database: Database; clock: Clock }) {
  const store = experimentStore(database);
  return {
    /** Called with what a turn's CLI gets: the first time is the session's start, the last its end. */
    record(session: Spawned, values: ExperimentalValues): void {
      const touching = experimentalSettings.filter(({ runtimes }) => runtimes.includes(session.agentRuntime));
      database.transaction(() => {
        for (const { key } of touching)
          store.record({ sessionId: session.id, key, value: values[key], at: clock.now() });
      });
    },
  };
}
