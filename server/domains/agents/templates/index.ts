export { templateRoutes } from "./routes.ts";
export { templateService } from "./service.ts";
