import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { lanOperations } from "./model.ts";
import type { LanService } from "./service.ts";

export const lanRoutes = (lan: LanService): Endpoint[] =>
  endpoints(lanOperations, {
    async getLan() {
      await lan.refresh();
      return { lan: lan.state() };
    },
    setLan: async ({ body }, { actor }) => ({ lan: await lan.setOpen(body.open, actor) }),
  });
