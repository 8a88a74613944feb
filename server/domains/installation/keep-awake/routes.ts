import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { keepAwakeOperations } from "./model.ts";
import type { KeepAwakeService } from "./service.ts";

export const keepAwakeRoutes = (keepAwake: KeepAwakeService): Endpoint[] =>
  endpoints(keepAwakeOperations, {
    getKeepAwake: () => keepAwake.current(),
    setKeepAwake: ({ body }, { actor }) => keepAwake.change(body.enabled, actor),
  });
