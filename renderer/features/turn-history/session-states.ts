import type { CauseName, SessionState, StateName } from "../../../server/domains/sessions/states/model.ts";
import { formatDuration } from "../../lib/durations.ts";
import { failureText } from "../sessions/reason-line.ts";
import { text } from "./text.ts";

/** Groups states that look alike in the bar. */
export type Phase = "running" | "needs" | "failed" | "waiting" | "asleep" | "archived" | "unknown";

const phases: Record<StateName, Phase> = {
  idle: "waiting",
  queued: "waiting",
  held: "waiting",
  spot_queue: "waiting",
  parked: "waiting",
  asleep_on_wake: "asleep",
  asleep: "asleep",
  running: "running",
  asking: "needs",
  needs_input: "needs",
  failed: "failed",
  archived: "archived",
};

export const stateLabel = ({ state }: Pick<SessionState, "state">): { label: string; phase: Phase } =>
  state === null
    ? { label: text.phases.unknown, phase: "unknown" }
    : { label: text.states[state], phase: phases[state] };

/** What led to the state. */
export function causeText({ state, cause, detail }: SessionState): string {
  const found = causeOf(cause, detail);
  return state === null ? text.stateList.unknownSince(found) : found;
}

function causeOf(cause: CauseName, detail: string | null): string {
  if (cause === "turn_failed") return failureText(detail);
  const found = text.causes[cause];
  return typeof found === "string" ? found : found(detail);
}

/** How long a state lasted, or has lasted so far. */
const lastedMs = ({ at, lasted_ms }: SessionState, now: number): number =>
  lasted_ms ?? Math.max(now - Date.parse(at), 0);

/** How long a state lasted; null if it ended at once or has just started. */
export function lastedText(state: SessionState, now: number): string | null {
  const ms = lastedMs(state, now);
  if (state.lasted_ms === null) return ms < 60_000 ? null : text.stateList.lastedUntilNow(formatDuration(ms));
  return ms === 0 ? null : text.stateList.lasted(formatDuration(ms));
}

export interface Segment {
  /** The ID of its first state. */
  id: number;
  at: string;
  phase: Phase;
  ms: number;
}

/** As many as fit into the bar; older states are only in the list. */
const maxSegments = 60;

/** The segments of the bar, oldest first. Consecutive states of one phase share a segment. */
export function segmentsOf(newestFirst: readonly SessionState[], now: number): Segment[] {
  const segments: Segment[] = [];
  for (const state of newestFirst.toReversed()) {
    const { phase } = stateLabel(state);
    const ms = lastedMs(state, now);
    const last = segments.at(-1);
    if (last?.phase === phase) last.ms += ms;
    else if (ms > 0 || state.lasted_ms === null) segments.push({ id: state.id, at: state.at, phase, ms });
  }
  return segments.slice(-maxSegments);
}

export interface PhaseTotal {
  phase: Phase;
  duration: string;
}

/** The total time in each phase, longest first. */
export function phaseTotals(segments: readonly Segment[]): PhaseTotal[] {
  const sums = new Map<Phase, number>();
  for (const { phase, ms } of segments) sums.set(phase, (sums.get(phase) ?? 0) + ms);
  return [...sums]
    .sort(([, a], [, b]) => b - a)
    .map(([phase, ms]) => ({ phase, duration: formatDuration(ms) }));
}
