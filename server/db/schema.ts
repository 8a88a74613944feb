export { apiKeys } from "../domains/api-keys/table.ts";
export { enqueuedMessages } from "../domains/messages/table.ts";
export { sessionLogs } from "../domains/session-logs/table.ts";
export { sessions } from "../domains/sessions/table.ts";
export { transcriptChunks, transcripts, transcriptTail } from "../domains/transcripts/table.ts";
export { turns } from "../domains/turns/table.ts";
export { jobs } from "../jobs/table.ts";
