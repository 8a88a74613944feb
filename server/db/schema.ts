export { adHocUsage } from "../domains/ad-hoc-usage/table.ts";
export { apiKeys } from "../domains/api-keys/table.ts";
export { appSettings } from "../domains/app-settings/table.ts";
export { devicePairings, pairedDevices } from "../domains/devices/table.ts";
export { elicitations } from "../domains/elicitations/table.ts";
export { externalApps, externalAppTriggers } from "../domains/external-apps/table.ts";
export { uncleLinks } from "../domains/hierarchy/table.ts";
export { mcpConnections, mcpSignIns } from "../domains/mcp-connections/table.ts";
export { enqueuedMessages } from "../domains/messages/table.ts";
export { notifications } from "../domains/notifications/table.ts";
export { oauthArtifacts, oauthGrants } from "../domains/oauth/table.ts";
export { humanMessages } from "../domains/people/table.ts";
export { pullRequestScans, pullRequests, sessionPullRequests } from "../domains/pull-requests/table.ts";
export { apnsDevices, webPushSubscriptions } from "../domains/push/table.ts";
export { sessionLogs } from "../domains/session-logs/table.ts";
export { sessionStates } from "../domains/session-states/table.ts";
export { sessions } from "../domains/sessions/table.ts";
export { subagentParts, subagentTranscripts } from "../domains/subagents/table.ts";
export { statusSummaries } from "../domains/summaries/table.ts";
export { sessionTokenUsages, tokenUsageCursors } from "../domains/token-usage/table.ts";
export { transcriptChunks, transcripts, transcriptTail } from "../domains/transcripts/table.ts";
export { triggerConditions, triggerSessions, triggers } from "../domains/triggers/table.ts";
export { turns } from "../domains/turns/table.ts";
export { wakes } from "../domains/wakes/table.ts";
export {
  webAccounts,
  webRecoveryCodes,
  webSignIns,
  webTrustedBrowsers,
} from "../domains/web-sign-in/table.ts";
export { jobs } from "../jobs/table.ts";
