export { genesisClassRoutes } from "./routes.ts";
export { type GenesisClassService, genesisClassService } from "./service.ts";
