import { Button } from "../../../ui/Button.tsx";
import { ErrorAlert } from "../../../ui/ErrorAlert.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import type { useAgentCheck } from "./api.ts";
import { CliList } from "./CliList.tsx";

/** The agents as last seen; where they cannot be asked about, that and another try in place of a sign that turns on. */
export function Agents({ look }: { look: ReturnType<typeof useAgentCheck> }) {
  const { clis, stopped, asking, tryAgain } = look;
  return (
    <div className="flex flex-col gap-4">
      {stopped !== null && (
        <ErrorAlert title="Could not check the agents" messages={stopped}>
          <Button size="small" busy={asking} onClick={tryAgain}>
            Try again
          </Button>
        </ErrorAlert>
      )}
      <QueryContent query={clis} what="the agents">
        {({ cli_status }) => <CliList status={cli_status} stopped={stopped !== null} />}
      </QueryContent>
    </div>
  );
}
