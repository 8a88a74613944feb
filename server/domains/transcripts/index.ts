export { transcriptRoutes } from "./routes.ts";
export { type TranscriptService, transcriptService } from "./service.ts";
export { transcriptStore } from "./store.ts";
