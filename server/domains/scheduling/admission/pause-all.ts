import { z } from "zod";
import { type Actor, actorName } from "../../../http/caller.ts";
import { listeners } from "../../../lib/listeners.ts";
import type { AppSetting, AppSettings } from "../../owner/app-settings/index.ts";
import type { AdmissionDeps } from "./ports.ts";
import type { AdmissionStore } from "./store.ts";
import { text } from "./text.ts";

/** A stored value that cannot be read was written by a pause, or by what lifted one: what is stopped stays stopped. */
const pausedSchema = z
  .object({ at: z.number().int(), by: z.string() })
  .nullable()
  .catch({ at: 0, by: "Somebody" });
export type PausedBy = NonNullable<z.infer<typeof pausedSchema>>;

const setting: AppSetting<PausedBy | null> = { key: "all_paused", schema: pausedSchema };

/** Who paused everything, and when; null if nobody did. */
export const pausedBy = (settings: Pick<AppSettings, "read">): PausedBy | null => settings.read(setting);

export interface AllPause {
  /**
   * Stops every turn that works, and starts no other before `resumeAll`, of whatever class. A restart of the service
   * changes nothing in that. Resolves with how many were stopped.
   */
  pauseAll(by: Actor): Promise<{ stopped: number; message: string }>;
  /** What was stopped goes on in the order of the queue, as the policy has room for it. */
  resumeAll(by: Actor): { resumed: number; message: string };
  /** At a start: stops what a crash kept `pauseAll` from stopping. */
  enforcePause(): Promise<void>;
  /** Called after both. */
  onPauseChanged(listener: () => void): void;
  /** How many sessions wait because everything was paused while they worked; null if nothing is paused. */
  stoppedByPause(): number | null;
}

export function pauseAll(
  {
    database,
    clock,
    log,
    settings,
    sessionLog,
    yieldTurn,
  }: Pick<AdmissionDeps, "database" | "clock" | "log" | "settings" | "sessionLog" | "yieldTurn">,
  { store, changed }: { store: AdmissionStore; changed(): void },
): AllPause {
  const stoppedCount = (): number =>
    store
      .counts()
      .filter(({ state, why }) => state === "paused" && why === "all_paused")
      .reduce((sum, { count }) => sum + count, 0);

  const changes = listeners<void>();
  const stopAll = (who: string): Promise<boolean[]> =>
    Promise.all(store.withSlot().map((id) => stop(id, who)));

  async function stop(id: number, who: string): Promise<boolean> {
    try {
      return await yieldTurn(id, {
        before() {
          store.change(id, { state: "paused", why: "all_paused", detail: null, since: clock.now() });
          sessionLog.note(id, "info", text.log.stoppedForAll(who));
          return true;
        },
      });
    } catch (error) {
      log.error({ err: error, session: id }, "a turn could not be paused");
      return false;
    }
  }

  return {
    async pauseAll(by) {
      const who = actorName(by);
      // First, so that no other takes a slot that becomes free, and a crash in between starts none again.
      database.transaction(() => {
        settings.write(setting, { at: clock.now(), by: who });
        log.info(text.log.allPaused(who));
        changed();
      });
      const stopped = (await stopAll(who)).filter(Boolean).length;
      changes.notify();
      return { stopped, message: text.allPaused.paused(stopped) };
    },

    resumeAll(by) {
      const resumed = database.transaction(() => {
        if (pausedBy(settings) === null) return 0;
        const count = stoppedCount();
        settings.write(setting, null);
        log.info(text.log.allResumed(actorName(by)));
        changed();
        return count;
      });
      changes.notify();
      return { resumed, message: text.allPaused.resumed(resumed) };
    },

    async enforcePause() {
      const paused = pausedBy(settings);
      if (paused) await stopAll(paused.by);
    },

    onPauseChanged: changes.add,

    stoppedByPause: () => (pausedBy(settings) === null ? null : stoppedCount()),
  };
}
