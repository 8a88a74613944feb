export { type ConfirmConsent, confirmationGate, consentGate, toolGate } from "./gate.ts";
export { confirmationRoutes } from "./routes.ts";
export { type ConfirmationQuestion, type ConfirmationService, confirmationService } from "./service.ts";
export type { Names } from "./text.ts";
