export { chunkBytes, cutChunks, packChunk, unpackChunk } from "./chunks.ts";
export { parseLine } from "./ingestion.ts";
export { largeReads } from "./large-reads.ts";
export { readLine, timestampOf } from "./reading.ts";
export { transcriptRoutes } from "./routes.ts";
export { isConversation, renderEvent, timelineEntries } from "./rules.ts";
export { type TranscriptService, transcriptService } from "./service.ts";
export { readSource } from "./source.ts";
export { transcriptStore } from "./store.ts";
