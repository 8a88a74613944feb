export { registerSummaryJobs } from "./job-handlers.ts";
export { summaryRoutes } from "./routes.ts";
export { type SummaryService, summaryService } from "./service.ts";
export { type TitleService, titleService } from "./titles.ts";
