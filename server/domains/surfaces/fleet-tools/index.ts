export { fleetTools } from "./tools.ts";
