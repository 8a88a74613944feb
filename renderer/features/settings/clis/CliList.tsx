import type { CliStatus } from "../../../../server/domains/agents/clis/model.ts";
import { Finding } from "./Finding.tsx";
import { adviceOf, commandOf, factsOf, healthOf } from "./view-model.ts";

const states = { ok: "ok", looking: "looking", missing: "wrong", signed_out: "wrong" } as const;

interface Props {
  status: CliStatus;
  /** Nothing is looked at now. */
  stopped: boolean;
}

/** The agents that are known, each with what keeps it from being used. */
export function CliList({ status, stopped }: Props) {
  return (
    <ul aria-label="Agent CLIs" className="-my-2.5">
      {Object.entries(status.tools).map(([id, tool]) => {
        const isUnknown = stopped && healthOf(tool) === "looking";
        return (
          <Finding
            key={id}
            name={tool.name}
            state={isUnknown ? "unknown" : states[healthOf(tool)]}
            facts={isUnknown ? "Unknown" : factsOf(tool)}
            advice={adviceOf(tool)}
            command={commandOf(tool)}
          />
        );
      })}
    </ul>
  );
}
