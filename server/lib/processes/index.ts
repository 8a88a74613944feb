/**
 * Finds the processes we started, and their descendants (docs/decisions/0008). Everything an agent starts inherits the
 * marker variable in its environment, so that a tool in its own process session is found as well.
 */

export { endAgentProcesses } from "./end.ts";
export { findAgentProcesses, hasStoppedProcess, identify, isAlive, usageOfAgents } from "./find.ts";
export { endBeforeService } from "./memory-priority.ts";
export { markerVariable, type ProcessIdentity } from "./process-table.ts";
export { type ProcessSurvey, type SurveyedProcess, surveyAgents } from "./survey.ts";
export { limitProcesses, tagProcess } from "./tag.ts";
export { writtenBy } from "./written.ts";
