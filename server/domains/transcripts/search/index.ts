export { type ContentSearchService, contentSearchService } from "./service.ts";
