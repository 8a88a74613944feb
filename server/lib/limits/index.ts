/** Holds the processes of a turn to limits of their number, memory and disk space, with what this machine has for it. */
export { type DiskWatch, diskWatch } from "./disk-watch.ts";
export { findLimits, type LimitStatus, limitsHere } from "./holders.ts";
export type { HeldProcesses, LimitKind, Limits } from "./model.ts";
export { type ProcessLimits, processLimits } from "./process-limits.ts";
