export { spotQueueRoutes } from "./routes.ts";
export { type SpotQueueService, spotQueueService } from "./service.ts";
