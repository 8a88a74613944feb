import type { WaitingFacts } from "./rules.ts";

export const now = 1_000_000_000;
export const minute = 60_000;

/** A waiting session without any other facts. */
export const nothing: WaitingFacts = {
  now,
  status: "waiting",
  turn: null,
  cloning: null,
  lane: null,
  missingSpace: null,
  park: null,
  hold: null,
  pause: null,
  admission: null,
  reconnect: null,
  consent: null,
  lost: null,
  wake: null,
};

/** Minutes from now. */
export const formatTime = (at: number): string => `T${(at - now) / minute}`;
