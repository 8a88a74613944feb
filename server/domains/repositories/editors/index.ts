export { openerRoutes } from "./routes.ts";
export { openerService } from "./service.ts";
