export { type WaitingService, waitingService } from "./service.ts";
