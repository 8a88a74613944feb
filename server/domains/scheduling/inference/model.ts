import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { accountsOfRuntime } from "../../agents/accounts/model.ts";
import { spotPolicy } from "../admission/model.ts";
import { fleetTopUp } from "../fleet-top-up/model.ts";
import { genesisClasses } from "../genesis-classes/model.ts";

const inference = z
  .object({
    /** The tab that was asked for. */
    runtime: z.string(),
    runtimes: z.array(z.object({ id: z.string(), label: z.string() })),
    ...accountsOfRuntime,
    spot_policy: spotPolicy,
    fleet_top_up: fleetTopUp,
    genesis_classes: genesisClasses,
  })
  .meta({ id: "Inference" });
export type Inference = z.infer<typeof inference>;

export const inferenceOperations = {
  getInference: operation({
    id: "getInference",
    method: "get",
    path: "/inference",
    source: "E105",
    summary:
      "Who serves and who goes next: a runtime's accounts, the rules for spot sessions, and the class of each origin",
    callers: ["api", "native"],
    query: z.object({ runtime: z.string().max(100).optional() }),
    response: inference,
  }),
} as const;
