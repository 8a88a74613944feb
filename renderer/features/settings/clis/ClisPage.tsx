import { Link } from "@tanstack/react-router";
import { RefreshCw } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { Agents } from "./Agents.tsx";
import { useAgentCheck, useDoctor } from "./api.ts";
import { MachineList } from "./MachineList.tsx";

/** The doctor: what is there, what is missing, and the command that mends it. */
export function ClisPage() {
  const look = useAgentCheck();
  const again = (
    <Button size="small" busy={look.looking} onClick={look.lookAgain}>
      {!look.looking && <RefreshCw aria-hidden className="size-3.5" />}
      Check again
    </Button>
  );
  return (
    <>
      <SettingsSection
        title="Agents"
        description="Found on PATH or at the path set by a variable. Sign-in is checked from local files and variables, without contacting a provider."
        action={again}
      >
        <Agents look={look} />
      </SettingsSection>
      <SettingsSection title="This machine" description="What sessions need in addition to an agent.">
        <QueryContent query={useDoctor()} what="the machine's state">
          {({ checks }) => <MachineList checks={checks} />}
        </QueryContent>
      </SettingsSection>
      <p className="text-sm text-soft">
        <Link to="/welcome" className="font-medium text-accent hover:underline">
          Run setup again
        </Link>
        , with a demo that needs no account.
      </p>
    </>
  );
}
