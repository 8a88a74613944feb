export { registerLiveJobs } from "./job-handlers.ts";
export {
  type CallSettings,
  type LiveLedger,
  type LiveProvider,
  type LiveTools,
  ProviderRefusal,
  type TextEvent,
  type TextRequest,
  type TextUsage,
} from "./ports.ts";
export { providerKey } from "./provider-key.ts";
export { liveConversationRoutes } from "./routes.ts";
export { type LiveConversationService, liveConversationService } from "./service.ts";
