export { type BudgetHolds, budgetHolds } from "./holds.ts";
export { registerBudgetJobs } from "./job-handlers.ts";
export { periodAt } from "./periods.ts";
export { budgetRoutes } from "./routes.ts";
export { type BudgetService, budgetService } from "./service.ts";
