export { overviewRoutes } from "./routes.ts";
export { overviewService } from "./service.ts";
