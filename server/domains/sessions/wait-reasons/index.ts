export { type WaitReasonService, waitReasonService } from "./service.ts";
