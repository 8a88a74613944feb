export { registerConnectorJobs } from "./job-handlers.ts";
export { mcpOauth } from "./oauth-client.ts";
export { connectorRoutes } from "./routes.ts";
export { type ConnectorService, connectorService, type WaitingSession } from "./service.ts";
export { text as connectorText } from "./text.ts";
