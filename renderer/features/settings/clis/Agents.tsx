import { Button } from "../../../ui/Button.tsx";
import { ErrorAlert } from "../../../ui/ErrorAlert.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import type { useAgentCheck } from "./api.ts";
import { CliList } from "./CliList.tsx";
import { text } from "./text.ts";

/** The agents, and the error with a button to try again if the check stopped. */
export function Agents({ agentCheck }: { agentCheck: ReturnType<typeof useAgentCheck> }) {
  const { clis, problem, isFetching, tryAgain } = agentCheck;
  return (
    <div className="flex flex-col gap-4">
      {problem !== null && (
        <ErrorAlert title={text.agents.checkFailed} messages={problem}>
          <Button size="small" busy={isFetching} onClick={tryAgain}>
            {text.agents.tryAgain}
          </Button>
        </ErrorAlert>
      )}
      <QueryContent query={clis} what={text.agents.loading}>
        {({ cli_status }) => <CliList status={cli_status} isStopped={problem !== null} />}
      </QueryContent>
    </div>
  );
}
