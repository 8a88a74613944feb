export { type McpAppService, mcpAppService } from "./service.ts";
