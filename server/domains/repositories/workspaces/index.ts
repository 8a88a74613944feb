export type { CloneProgress } from "./clone-progress.ts";
export type { Comparison } from "./comparison.ts";
export { CloneError } from "./errors.ts";
export { git } from "./git.ts";
export { remoteProblem } from "./remote-problem.ts";
export { agentEnvironment, programEnvironment } from "./rules.ts";
export { type WorkspaceService, workspaceService } from "./service.ts";
