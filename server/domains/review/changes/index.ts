export { changeRoutes } from "./routes.ts";
export { type ChangeService, changeService } from "./service.ts";
