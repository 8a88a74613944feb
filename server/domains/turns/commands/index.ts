export { commandRefusal } from "./errors.ts";
export { commandRoutes } from "./routes.ts";
export type { OwnCommand } from "./rules.ts";
export { type CommandAnswers, type CommandService, commandService } from "./service.ts";
