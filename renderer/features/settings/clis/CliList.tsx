import type { CliStatus } from "../../../../server/domains/agents/clis/model.ts";
import { Finding } from "./Finding.tsx";
import { text } from "./text.ts";
import { adviceOf, commandOf, factsOf, healthOf } from "./view-model.ts";

const states = { ok: "ok", checking: "checking", missing: "wrong", signed_out: "wrong" } as const;

interface Props {
  status: CliStatus;
  /** The check is not running. */
  isStopped: boolean;
}

/** The known agents, each with its problem. */
export function CliList({ status, isStopped }: Props) {
  return (
    <ul aria-label={text.agents.label} className="-my-2.5">
      {Object.entries(status.tools).map(([id, tool]) => {
        const isUnknown = isStopped && healthOf(tool) === "checking";
        return (
          <Finding
            key={id}
            name={tool.name}
            state={isUnknown ? "unknown" : states[healthOf(tool)]}
            facts={isUnknown ? text.finding.unknown : factsOf(tool)}
            advice={adviceOf(tool)}
            command={commandOf(tool)}
          />
        );
      })}
    </ul>
  );
}
