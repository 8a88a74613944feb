export { fuelRoutes } from "./routes.ts";
export { fuelService } from "./service.ts";
