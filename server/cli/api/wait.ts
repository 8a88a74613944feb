import { setTimeout as pause } from "node:timers/promises";
import { attentionKinds, type Session } from "../../domains/sessions/sessions/model.ts";
import { overviewOperations } from "../../domains/surfaces/overview/model.ts";
import type { ServiceApi } from "./service-api.ts";

/** What a wait can end on. */
export const endings = [...attentionKinds, "archived"] as const;
export type Ending = (typeof endings)[number];

/** Said by the exit code, so that a script need not read the answer. */
const exitCodes: Readonly<Record<Ending | "timeout", number>> = {
  done: 0,
  review: 0,
  idle: 0,
  ci: 0,
  archived: 0,
  question: 3,
  failed: 4,
  timeout: 5,
};

/** The moments between two looks: often at first, then once in two seconds. */
const pauses = [200, 400, 800, 1_500];
const longestMs = 2_000;

/** What a session stopped for; null while it works or waits for its turn, and until that is decided. */
const endingOf = ({ status, attention }: Pick<Session, "status" | "attention">): Ending | null => {
  if (status === "archived") return "archived";
  return attention?.kind ?? null;
};

/** Waits for each session to stop for one of these. Returns the sessions as they are then, in the order given. */
export async function waitFor(
  api: Pick<ServiceApi, "call">,
  { ids, until, timeoutMs }: { ids: readonly string[]; until: readonly Ending[]; timeoutMs: number | null },
): Promise<{ session: Session; ending: Ending | null }[]> {
  const limit = timeoutMs === null ? Number.POSITIVE_INFINITY : performance.now() + timeoutMs;
  return Promise.all(ids.map((id) => waitForOne(api, { id, until, limit })));
}

async function waitForOne(
  api: Pick<ServiceApi, "call">,
  { id, until, limit }: { id: string; until: readonly Ending[]; limit: number },
): Promise<{ session: Session; ending: Ending | null }> {
  for (let look = 0; ; look += 1) {
    const { session } = await api.call(overviewOperations.getSession, { params: { id }, query: {} });
    const ending = endingOf(session);
    if (ending !== null && (until.includes(ending) || ending === "archived")) return { session, ending };
    const left = limit - performance.now();
    if (left <= 0) return { session, ending: null };
    await pause(Math.min(pauses[look] ?? longestMs, left));
  }
}

/** One exit code for all: that of the worst. */
export const exitCodeOf = (found: readonly { ending: Ending | null }[]): number =>
  Math.max(0, ...found.map(({ ending }) => exitCodes[ending ?? "timeout"]));
