export { diagnosticFiles } from "./files.ts";
export { diagnosticRoutes } from "./routes.ts";
export { type DiagnosticsService, diagnosticsName, diagnosticsService } from "./service.ts";
