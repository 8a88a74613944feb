import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { genesisClassOperations } from "./model.ts";
import type { GenesisClassService } from "./service.ts";

export const genesisClassRoutes = (classes: GenesisClassService): Endpoint[] =>
  endpoints(genesisClassOperations, {
    setGenesisClass: ({ params, body }, { actor }) => classes.set(params.genesis, body.priority_class, actor),
    resetGenesisClasses: (_input, { actor }) => classes.reset(actor),
  });
