export { experimentService } from "./service.ts";
