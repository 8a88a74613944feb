import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { goalReportOperations } from "./model.ts";
import type { GoalReportService } from "./service.ts";

export const goalReportRoutes = (report: GoalReportService): Endpoint[] =>
  endpoints(goalReportOperations, { getGoalChecks: ({ query }) => report(query) });
