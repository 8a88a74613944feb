import { Link } from "@tanstack/react-router";
import { RefreshCw } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";
import { Loaded } from "../../../ui/QueryContent.tsx";
import { SettingsBlock } from "../../../ui/SettingsSection.tsx";
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
      <SettingsBlock
        title="Agents"
        about="Found on PATH or where a variable names them. Whether you are signed in is told from files and variables; no provider is asked."
        aside={again}
      >
        <Agents look={look} />
      </SettingsBlock>
      <SettingsBlock title="This machine" about="What sessions need besides an agent.">
        <Loaded query={useDoctor()} what="the machine's state">
          {({ checks }) => <MachineList checks={checks} />}
        </Loaded>
      </SettingsBlock>
      <p className="text-sm text-soft">
        <Link to="/welcome" className="font-medium text-accent hover:underline">
          Go through the set-up again
        </Link>
        , with a demonstration that needs no account.
      </p>
    </>
  );
}
