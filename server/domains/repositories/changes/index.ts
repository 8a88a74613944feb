export { changeRoutes } from "./routes.ts";
export { changeService } from "./service.ts";
