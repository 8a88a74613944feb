import { Link } from "@tanstack/react-router";
import { RefreshCw } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { Agents } from "./Agents.tsx";
import { useAgentCheck, useDoctor } from "./api.ts";
import { MachineList } from "./MachineList.tsx";
import { text } from "./text.ts";

/** The state of this machine: what is installed, what is missing, and how to fix it. */
export function ClisPage() {
  const agentCheck = useAgentCheck();
  const checkButton = (
    <Button size="small" busy={agentCheck.isChecking} onClick={agentCheck.checkAgain}>
      {!agentCheck.isChecking && <RefreshCw aria-hidden className="size-3.5" />}
      {text.page.checkAgain}
    </Button>
  );
  return (
    <>
      <SettingsSection title={text.agents.title} description={text.agents.description} action={checkButton}>
        <Agents agentCheck={agentCheck} />
      </SettingsSection>
      <SettingsSection title={text.machine.title} description={text.machine.description}>
        <QueryContent query={useDoctor()} what={text.machine.loading}>
          {({ checks }) => <MachineList checks={checks} />}
        </QueryContent>
      </SettingsSection>
      <p className="text-sm text-soft">
        <Link to="/welcome" className="font-medium text-accent hover:underline">
          {text.page.setUp}
        </Link>
        {text.page.setUpHint}
      </p>
    </>
  );
}
