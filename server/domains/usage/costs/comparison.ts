/** What a session of one value came to, in nano-dollars. */
export interface CohortSession {
  agentRoot: string | null;
  isOn: boolean;
  nanos: number;
  calls: number;
}

export interface Cohort {
  sessions: number;
  calls: number;
  nanos: number;
}

export interface Comparison {
  on: Cohort;
  off: Cohort;
  /** By how much a call costs more with it on, in percent; null if there are too few to say, or nothing was paid without. */
  perCall: number | null;
  perSession: number | null;
}

/** R188: with fewer on a side, no percentage. */
const fewestSessions = 5;
const fewestCalls = 50;

/** Compares the sessions that kept one value, with it on and with it off. */
export function compare(sessions: readonly CohortSession[]): Comparison {
  const [on, off] = [true, false].map((value) => cohortOf(sessions.filter(({ isOn }) => isOn === value))) as [
    Cohort,
    Cohort,
  ];
  const isEnough = [on, off].every((side) => side.sessions >= fewestSessions && side.calls >= fewestCalls);
  const percent = (by: "calls" | "sessions"): number | null => {
    if (!isEnough || off.nanos === 0) return null;
    return (on.nanos / on[by] / (off.nanos / off[by]) - 1) * 100;
  };
  return { on, off, perCall: percent("calls"), perSession: percent("sessions") };
}

const cohortOf = (sessions: readonly CohortSession[]): Cohort => ({
  sessions: sessions.length,
  calls: sessions.reduce((sum, { calls }) => sum + calls, 0),
  nanos: sessions.reduce((sum, { nanos }) => sum + nanos, 0),
});

/** The same among agent roots that have sessions on both sides; null if none has. */
export function compareSameRoots(
  sessions: readonly CohortSession[],
): { roots: number; comparison: Comparison } | null {
  const byRoot = Map.groupBy(sessions, ({ agentRoot }) => agentRoot);
  const both = [...byRoot].filter(
    ([root, of]) => root !== null && of.some(({ isOn }) => isOn) && of.some(({ isOn }) => !isOn),
  );
  if (both.length === 0) return null;
  return { roots: both.length, comparison: compare(both.flatMap(([, of]) => of)) };
}
