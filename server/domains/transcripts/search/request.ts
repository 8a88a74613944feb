import type { ScanRequest, ScanResult } from "../../sessions/sessions/index.ts";

/** The messages to and from the search thread: plain values, because they are copied between threads. */

export type Task = { kind: "scan"; request: ScanRequest } | { kind: "index" };
/** A scan returns what it found, indexing returns null. */
export type Outcome = { ok: true; value: ScanResult | null } | { ok: false; error: Error };

export type ToThread = (Task & { id: number }) | { kind: "cancel"; id: number } | { kind: "stop" };
export type FromThread = Outcome & { id: number };
