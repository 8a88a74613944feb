import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { fuelOperations } from "./model.ts";
import type { FuelService } from "./service.ts";

export const fuelRoutes = (fuel: FuelService): Endpoint[] =>
  endpoints(fuelOperations, { getFuel: () => fuel.current() });
