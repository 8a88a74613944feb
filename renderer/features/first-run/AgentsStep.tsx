import { Button } from "../../ui/Button.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { Agents } from "../settings/clis/Agents.tsx";
import { useAgentCheck, useDoctor } from "../settings/clis/api.ts";
import { MachineList } from "../settings/clis/MachineList.tsx";
import { readyText } from "../settings/clis/view-model.ts";
import { text } from "./text.ts";

/** What is installed, what is missing, and the commands that fix it. */
export function AgentsStep() {
  const agentCheck = useAgentCheck();
  const { data } = agentCheck.clis;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p aria-live="polite" className="text-sm font-medium">
          {data
            ? readyText(Object.values(data.cli_status.tools), agentCheck.problem === null)
            : text.agents.checking}
        </p>
        <Button size="small" busy={agentCheck.isChecking} onClick={agentCheck.checkAgain}>
          {text.agents.checkAgain}
        </Button>
      </div>
      <Agents agentCheck={agentCheck} />
      <div className="border-t border-line pt-4">
        <QueryContent query={useDoctor()} what={text.agents.loadingMachine}>
          {({ checks }) => <MachineList checks={checks} />}
        </QueryContent>
      </div>
    </div>
  );
}
