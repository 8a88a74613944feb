/**
 * Processes we started, and all that came of them (docs/decisions/0008). Everything an agent starts inherits the
 * marker variable in its environment, so that a tool in a session of its own is still found.
 */
export { endAgentProcesses } from "./end.ts";
export { findAgentProcesses, identify, isAlive, usageOfAgents } from "./find.ts";
export { markerVariable, type ProcessIdentity } from "./process-table.ts";
