import { canGiveBack, giveBackPages } from "../../../db/free-pages.ts";
import type { Sql } from "../../../db/open.ts";
import type { JobResult } from "../../../jobs/definition.ts";
import type { Clock } from "../../../lib/clock.ts";

/** 1 MB: a write of some milliseconds, as others on the main thread. */
const pagesAtOnce = 256;
const pauseMs = 1_000;

/** Job: shortens the database by its free pages, in pieces between which everything else runs. */
export const freePageService = ({ sql, clock }: { sql: Sql; clock: Clock }) => ({
  giveBack(): JobResult {
    if (!canGiveBack(sql)) return undefined;
    return giveBackPages(sql, pagesAtOnce) === 0 ? undefined : { againAt: clock.now() + pauseMs };
  },
});
