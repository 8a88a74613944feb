import { Link } from "@tanstack/react-router";
import { RefreshCw } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { Agents } from "./Agents.tsx";
import { useDoctor, useLook } from "./api.ts";
import { MachineList } from "./MachineList.tsx";

/** The doctor: what is there, what is missing, and the command that mends it. */
export function ClisPage() {
  const look = useLook();
  const again = (
    <Button size="small" busy={look.looking} onClick={look.lookAgain}>
      {!look.looking && <RefreshCw aria-hidden className="size-3.5" />}
      Look again
    </Button>
  );
  return (
    <>
      <SettingsSection
        title="Agents"
        description="Found on PATH or where a variable names them. Whether you are signed in is told from files and variables; no provider is asked."
        action={again}
      >
        <Agents look={look} />
      </SettingsSection>
      <SettingsSection title="This machine" description="What sessions need besides an agent.">
        <QueryContent query={useDoctor()} what="the machine's state">
          {({ checks }) => <MachineList checks={checks} />}
        </QueryContent>
      </SettingsSection>
      <p className="text-sm text-soft">
        <Link to="/welcome" className="font-medium text-accent hover:underline">
          Go through the set-up again
        </Link>
        , with a demonstration that needs no account.
      </p>
    </>
  );
}
