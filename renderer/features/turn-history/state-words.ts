import type { CauseName, SessionState, StateName } from "../../../server/domains/sessions/states/model.ts";
import { formatDuration } from "../../lib/durations.ts";
import { failureText } from "../sessions/reason-line.ts";

/** What states have in common; the bar shows no more of them. */
export type Phase = "running" | "needs" | "failed" | "waiting" | "asleep" | "archived" | "unknown";

export const phaseLabels: Record<Phase, string> = {
  running: "Running",
  needs: "Needs you",
  failed: "Failed",
  waiting: "Waiting",
  asleep: "Asleep",
  archived: "Archived",
  unknown: "Not recorded",
};

const states: Record<StateName, { label: string; phase: Phase }> = {
  idle: { label: "Nothing queued", phase: "waiting" },
  queued: { label: "Queued", phase: "waiting" },
  held: { label: "Held back", phase: "waiting" },
  parked: { label: "Parked", phase: "waiting" },
  asleep_on_wake: { label: "Asleep until woken", phase: "asleep" },
  asleep: { label: "Asleep", phase: "asleep" },
  running: { label: "Running", phase: "running" },
  asking: { label: "Asks you", phase: "needs" },
  needs_input: { label: "Needs you", phase: "needs" },
  failed: { label: "Failed", phase: "failed" },
  archived: { label: "Archived", phase: "archived" },
};

const unknown = { label: phaseLabels.unknown, phase: "unknown" } as const;

export const stateWords = ({ state }: Pick<SessionState, "state">): { label: string; phase: Phase } =>
  state === null ? unknown : states[state];

const by = (words: string, who: string | null): string => (who === null ? words : `${words} by ${who}`);

const causes: Record<CauseName, string | ((detail: string | null) => string)> = {
  created: "Created",
  forked: (source) => (source === null ? "Forked" : `Forked from session ${source}`),
  found: "State when recording began",
  first: "First prompt received",
  follow_up: "Follow-up received",
  recovery: "Resumed",
  clone_only: "Clone setup queued",
  heartbeat: "Heartbeat",
  service_started: "The service stopped during the turn, which was queued again at the next start",
  consented: "The required sign-in was completed",
  turn_queued: "A turn was queued",
  turn_started: "The agent started",
  turn_rested: "The agent finished",
  turn_postponed: (why) => why ?? "The turn will be retried later",
  turn_failed: failureText,
  paused: (who) => by("Paused", who),
  sleep: "Put to sleep",
  wake_armed: "The agent asked to be woken later",
  elicitation_opened: "The agent asked a question",
  elicitation_closed: "The question was closed",
  unparked: "No longer blocked",
  archive: (who) => by("Archived", who),
  unarchive: "Unarchived",
};

/** What brought the session there. */
export function causeWords({ state, cause, detail }: SessionState): string {
  const words = causes[cause];
  const told = typeof words === "string" ? words : words(detail);
  return state === null ? `${told}; later states were not recorded` : told;
}

/** How long it lasted, or has so far. */
const lastedMs = ({ at, lasted_ms }: SessionState, now: number): number =>
  lasted_ms ?? Math.max(now - Date.parse(at), 0);

/** Null where that says nothing: it was over at once, or began just now. */
export function lastedWords(state: SessionState, now: number): string | null {
  const ms = lastedMs(state, now);
  if (state.lasted_ms === null) return ms < 60_000 ? null : `for ${formatDuration(ms)} until now`;
  return ms === 0 ? null : `for ${formatDuration(ms)}`;
}

export interface Stretch {
  /** Of the state it began with. */
  id: number;
  at: string;
  phase: Phase;
  ms: number;
}

/** So many fit a bar of the panel's width; what was before them stands in the list alone. */
const mostStretches = 60;

/** The states for a bar, oldest first: those of one phase that follow each other are one stretch. */
export function stretchesOf(newestFirst: readonly SessionState[], now: number): Stretch[] {
  const stretches: Stretch[] = [];
  for (const state of newestFirst.toReversed()) {
    const { phase } = stateWords(state);
    const ms = lastedMs(state, now);
    const last = stretches.at(-1);
    if (last?.phase === phase) last.ms += ms;
    else if (ms > 0 || state.lasted_ms === null) stretches.push({ id: state.id, at: state.at, phase, ms });
  }
  return stretches.slice(-mostStretches);
}

export interface Share {
  phase: Phase;
  words: string;
}

/** How long each phase lasted in all, the longest first. */
export function sharesOf(stretches: readonly Stretch[]): Share[] {
  const sums = new Map<Phase, number>();
  for (const { phase, ms } of stretches) sums.set(phase, (sums.get(phase) ?? 0) + ms);
  return [...sums].sort(([, a], [, b]) => b - a).map(([phase, ms]) => ({ phase, words: formatDuration(ms) }));
}
