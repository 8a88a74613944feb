export { instructions } from "./instructions.ts";
export { mcpRoutes } from "./routes.ts";
