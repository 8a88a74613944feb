export { endedTurns } from "./ended-turns.ts";
export { registerTurnJobs } from "./job-handlers.ts";
export { messageRoutes, turnRoutes } from "./routes.ts";
export { type TurnService, turnService } from "./service.ts";
export type { Yielding } from "./yield-turn.ts";
