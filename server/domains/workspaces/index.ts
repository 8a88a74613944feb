export { CloneError } from "./errors.ts";
export { type Folders, type WorkspaceService, workspaceService } from "./service.ts";
