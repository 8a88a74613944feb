export { accountRoutes } from "./routes.ts";
export { type AccountService, accountService } from "./service.ts";
