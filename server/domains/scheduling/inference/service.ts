import type { AccountService } from "../../agents/accounts/index.ts";
import type { AdmissionService } from "../admission/index.ts";
import type { FleetTopUpService } from "../fleet-top-up/index.ts";
import type { GenesisClassService } from "../genesis-classes/index.ts";
import type { Inference } from "./model.ts";

export type InferenceService = ReturnType<typeof inferenceService>;

/** One page about who goes next. */
export function inferenceService(deps: {
  runtimes: readonly { id: string; label: string }[];
  accounts: Pick<AccountService, "ofRuntime">;
  admission: Pick<AdmissionService, "spotPolicy">;
  topUp: Pick<FleetTopUpService, "current">;
  genesisClasses: Pick<GenesisClassService, "current">;
}) {
  const runtimes = deps.runtimes.map(({ id, label }) => ({ id, label }));
  return {
    /** An unknown runtime shows the first one's tab. */
    of(runtime: string | undefined, asPerson: boolean): Inference {
      const shown = runtimes.find(({ id }) => id === runtime) ?? runtimes[0];
      return {
        runtime: shown?.id ?? "",
        runtimes,
        ...deps.accounts.ofRuntime(shown?.id ?? "", asPerson),
        spot_policy: deps.admission.spotPolicy(),
        fleet_top_up: deps.topUp.current(),
        genesis_classes: deps.genesisClasses.current(),
      };
    },
  };
}
