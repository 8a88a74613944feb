export { goalReportRoutes } from "./routes.ts";
export { type GoalReportService, goalReportService } from "./service.ts";
