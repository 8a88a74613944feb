import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import { decideQuotaEvent } from "./rules.ts";
import { topUpStore } from "./store.ts";
import { text } from "./text.ts";

export type QuotaEvents = ReturnType<typeof quotaEvents>;

/** Announces once, to triggers, that the accounts of a runtime can take work again. */
export function quotaEvents(deps: {
  database: Database;
  clock: Clock;
  log: Pick<Logger, "info">;
  runtimes: readonly string[];
  /** Whether an account can take a turn of the runtime now; null if nobody knows. */
  serves(runtime: string): boolean | null;
  /** Whether quota holds spot work of the runtime although an account serves; null if nobody knows. */
  isHeld(runtime: string): boolean | null;
  /** In the open transaction. */
  announce(facts: { sentence: string; runtime: string; at: number }): void;
}) {
  const { database, clock, log } = deps;
  const store = topUpStore(database);

  function look(runtime: string): void {
    const now = deps.serves(runtime);
    if (now === null) return;
    const before = store.level(runtime);
    if (before === now) return;
    const isHeld = now ? deps.isHeld(runtime) : false;
    if (isHeld === null) return;
    const step = decideQuotaEvent({ before, now, isHeld });
    if (step === "nothing") return;
    const at = clock.now();
    store.setLevel(runtime, now, at);
    log.info(text.log.quota(runtime, now));
    if (step === "announce") deps.announce({ sentence: text.event.quota(runtime), runtime, at });
  }

  return {
    /** After everything that can change it. */
    observe: (): void => database.transaction(() => deps.runtimes.forEach(look)),
  };
}
