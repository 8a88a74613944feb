export { artifactRoutes } from "./routes.ts";
