export { openerRoutes } from "./routes.ts";
export { type OpenerService, openerService } from "./service.ts";
