export { diagnosticRoutes } from "./routes.ts";
export { diagnosticFiles } from "./rules.ts";
export { type DiagnosticsService, diagnosticsName, diagnosticsService } from "./service.ts";
