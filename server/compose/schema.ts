export { apiKeys } from "../domains/access/api-keys/table.ts";
export { browserSignIns } from "../domains/access/browser-sign-ins/table.ts";
export { devicePairings, pairedDevices } from "../domains/access/devices/table.ts";
export { idempotencyKeys } from "../domains/access/idempotency/table.ts";
export { oauthArtifacts, oauthGrants } from "../domains/access/oauth/table.ts";
export {
  webAccounts,
  webRecoveryCodes,
  webSignIns,
  webTrustedBrowsers,
} from "../domains/access/web-sign-in/table.ts";
export {
  accountLoans,
  accountLogins,
  accountReadings,
  accountRotations,
  inferenceAccounts,
} from "../domains/agents/accounts/table.ts";
export { mcpConnections, mcpSignIns } from "../domains/agents/mcp-connections/table.ts";
export { addedModels } from "../domains/agents/models/table.ts";
export { chatConversations } from "../domains/automation/chat/table.ts";
export { bridgeCursors } from "../domains/automation/chat-bridge/table.ts";
export { codeHostCursors } from "../domains/automation/code-host/table.ts";
export { externalApps, externalAppTriggers } from "../domains/automation/integrations/table.ts";
export {
  triggerConditions,
  triggerGroups,
  triggerHistory,
  triggerSessions,
  triggerSightings,
  triggers,
} from "../domains/automation/triggers/table.ts";
export { webhookDeliveries } from "../domains/automation/webhooks/table.ts";
export { notifications } from "../domains/inbox/notifications/table.ts";
export { apnsDevices, webPushSubscriptions } from "../domains/inbox/push/table.ts";
export { conversationTurns, liveConversations, liveUsages } from "../domains/live/conversations/table.ts";
export { liveSettingChanges } from "../domains/live/settings/table.ts";
export { outcomeAnalyses } from "../domains/outcomes/analyses/table.ts";
export { gateDecisionFeedback, gateDecisions } from "../domains/outcomes/gate-decisions/table.ts";
export { appSettings } from "../domains/owner/app-settings/table.ts";
export { modelRates } from "../domains/pricing/model-rates/table.ts";
export {
  pullRequestNotices,
  pullRequestScans,
  pullRequests,
  sessionIssues,
  sessionOrigins,
  sessionPullRequests,
} from "../domains/review/pull-requests/table.ts";
export { spotRecords } from "../domains/scheduling/admission/table.ts";
export { fleetTopUpState, quotaLevels } from "../domains/scheduling/fleet-top-up/table.ts";
export { workBacklogItems } from "../domains/scheduling/work-backlog/table.ts";
export { sessionAttention } from "../domains/sessions/attention/table.ts";
export { categories } from "../domains/sessions/categories/table.ts";
export { elicitations } from "../domains/sessions/elicitations/table.ts";
export { uncleLinks } from "../domains/sessions/hierarchy/table.ts";
export { humanMessages } from "../domains/sessions/human-messages/table.ts";
export { sessionLogs } from "../domains/sessions/logs/table.ts";
export { sessions } from "../domains/sessions/sessions/table.ts";
export { sessionStates } from "../domains/sessions/states/table.ts";
export { wakes } from "../domains/sessions/wakes/table.ts";
export { subagentParts, subagentTranscripts } from "../domains/transcripts/subagents/table.ts";
export { statusSummaries } from "../domains/transcripts/summaries/table.ts";
export { transcriptChunks, transcripts, transcriptTail } from "../domains/transcripts/transcripts/table.ts";
export { enqueuedMessages } from "../domains/turns/messages/table.ts";
export { turns } from "../domains/turns/turns/table.ts";
export { adHocUsage } from "../domains/usage/ad-hoc-calls/table.ts";
export { costBudgets } from "../domains/usage/budgets/table.ts";
export {
  claimedUsages,
  reportedUsages,
  sessionTokenUsages,
  tokenUsageCursors,
} from "../domains/usage/calls/table.ts";
export { sessionExperiments } from "../domains/usage/experiments/table.ts";
export { tokenUsageBackfills, tokenUsageFiles } from "../domains/usage/ledger/table.ts";
export { tokenUsageStaleHours, tokenUsageSumSteps, tokenUsageSums } from "../domains/usage/sums/table.ts";
export { repositorySandboxes } from "../domains/workspace/sandboxes/table.ts";
export { repositoryTrust } from "../domains/workspace/trust/table.ts";
export { jobs } from "../jobs/table.ts";
