import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { sessionDefaultOperations } from "./model.ts";
import type { SessionDefaultsService } from "./service.ts";

export const sessionDefaultRoutes = (defaults: SessionDefaultsService): Endpoint[] =>
  endpoints(sessionDefaultOperations, {
    getSessionDefaults: () => defaults.current(),
    saveSessionDefaults: ({ body }, { actor }) => defaults.save(body, actor),
  });
