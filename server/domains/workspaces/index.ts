export { CloneError } from "./errors.ts";
export { type WorkspaceService, workspaceService } from "./service.ts";
