import { Button } from "../../ui/Button.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { Agents } from "../settings/clis/Agents.tsx";
import { useAgentCheck, useDoctor } from "../settings/clis/api.ts";
import { MachineList } from "../settings/clis/MachineList.tsx";
import { readyText } from "../settings/clis/view-model.ts";

/** What the doctor finds, with the commands that mend it. */
export function AgentsStep() {
  const agentCheck = useAgentCheck();
  const { data } = agentCheck.clis;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p aria-live="polite" className="text-sm font-medium">
          {data
            ? readyText(Object.values(data.cli_status.tools), agentCheck.problem === null)
            : "Checking agents…"}
        </p>
        <Button size="small" busy={agentCheck.isChecking} onClick={agentCheck.checkAgain}>
          Check again
        </Button>
      </div>
      <Agents agentCheck={agentCheck} />
      <div className="border-t border-line pt-4">
        <QueryContent query={useDoctor()} what="the machine's state">
          {({ checks }) => <MachineList checks={checks} />}
        </QueryContent>
      </div>
    </div>
  );
}
