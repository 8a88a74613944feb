export type { CandidateQuery, Place } from "./request.ts";
export { type ContentSearchService, contentSearchService } from "./service.ts";
