import { Button } from "../../ui/Button.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { sayRefused } from "../../ui/toasts.ts";
import { useClis, useDoctor, useLookAgain } from "../settings-clis/api.ts";
import { CliList } from "../settings-clis/CliList.tsx";
import { MachineList } from "../settings-clis/MachineList.tsx";
import { readyWords } from "../settings-clis/view-model.ts";

/** What the doctor finds, with the commands that mend it. */
export function AgentsStep() {
  const clis = useClis();
  const { mutate, isPending } = useLookAgain();
  const looking = isPending || clis.data?.cli_status.loading === true;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p aria-live="polite" className="text-sm font-medium">
          {clis.data ? readyWords(Object.values(clis.data.cli_status.tools)) : "Looking for agents…"}
        </p>
        <Button
          size="small"
          busy={looking}
          onClick={() =>
            mutate(undefined, { onError: (error) => sayRefused("Nothing was looked at", error) })
          }
        >
          Look again
        </Button>
      </div>
      <Loaded query={clis} what="the agents">
        {({ cli_status }) => <CliList status={cli_status} />}
      </Loaded>
      <div className="border-t border-line pt-4">
        <Loaded query={useDoctor()} what="the machine's state">
          {({ checks }) => <MachineList checks={checks} />}
        </Loaded>
      </div>
    </div>
  );
}
