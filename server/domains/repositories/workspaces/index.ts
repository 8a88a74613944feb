export type { CloneProgress } from "./clone-progress.ts";
export type { Comparison } from "./comparison.ts";
export { CloneError } from "./errors.ts";
export { git } from "./git.ts";
export type { PushAddress } from "./push-variables.ts";
export { remoteProblem } from "./remote-problem.ts";
export { agentEnvironment, gitSentence, localPath, programEnvironment } from "./rules.ts";
export { type WorkspaceService, workspaceService } from "./service.ts";
