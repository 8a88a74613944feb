export { registerSummaryJobs } from "./job-handlers.ts";
export type { SmallModelAnswer, SmallModelPort } from "./ports.ts";
export { summaryRoutes } from "./routes.ts";
export { type SummaryService, summaryService } from "./service.ts";
export { type TitleService, titleService } from "./titles.ts";
