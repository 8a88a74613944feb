import { channel } from "node:diagnostics_channel";

/** One point in the course of a turn or a request. */
export interface Step {
  name: string;
  /** As `performance.now()`. */
  at: number;
}

/** What happens and when, for a benchmark's timeline. */
const steps = channel("signalbox:step");

/** Costs nothing unless something listens. */
export function noteStep(name: string): void {
  if (steps.hasSubscribers) steps.publish({ name, at: performance.now() } satisfies Step);
}
