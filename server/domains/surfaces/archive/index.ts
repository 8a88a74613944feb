export { registerArchiveJobs } from "./job-handlers.ts";
export { archiveRoutes } from "./routes.ts";
export { type ArchiveService, archiveService } from "./service.ts";
export { getTranscriptArchive } from "./tools.ts";
