export { type AdHocCall, adHocUsageService } from "./service.ts";
