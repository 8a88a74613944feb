export { sessionRefusal } from "./errors.ts";
export type { CatalogPort, GoalPort, ModelPort, RootDefaults, TimelinePort } from "./ports.ts";
export { sessionRoutes } from "./routes.ts";
export type { SessionEvent, WaitingKind } from "./rules.ts";
export { type SessionService, sessionService } from "./service.ts";
export type { SessionChanges, SessionRow } from "./store.ts";
