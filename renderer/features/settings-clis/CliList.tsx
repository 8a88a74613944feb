import type { CliStatus } from "../../../server/domains/clis/model.ts";
import { Finding } from "./Finding.tsx";
import { adviceOf, commandOf, factsOf, healthOf } from "./view-model.ts";

const states = { ok: "ok", looking: "looking", missing: "wrong", signed_out: "wrong" } as const;

/** The agents that are known, each with what keeps it from being used. */
export function CliList({ status }: { status: CliStatus }) {
  return (
    <ul aria-label="Agent CLIs" className="-my-2.5">
      {Object.entries(status.tools).map(([id, tool]) => (
        <Finding
          key={id}
          name={tool.name}
          state={states[healthOf(tool)]}
          facts={factsOf(tool)}
          advice={adviceOf(tool)}
          command={commandOf(tool)}
        />
      ))}
    </ul>
  );
}
