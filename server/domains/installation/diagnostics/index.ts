export { diagnosticFiles } from "./files.ts";
export { diagnosticRoutes } from "./routes.ts";
export { diagnosticsName, diagnosticsService } from "./service.ts";
