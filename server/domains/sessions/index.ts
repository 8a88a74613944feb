export type { CatalogPort, GoalPort, ModelPort, TimelinePort } from "./ports.ts";
export { sessionRoutes } from "./routes.ts";

export { type SessionService, sessionService } from "./service.ts";
export type { SessionChanges, SessionRow } from "./store.ts";
