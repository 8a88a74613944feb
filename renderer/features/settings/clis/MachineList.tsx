import type { MachineCheck } from "../../../../server/domains/agents/clis/model.ts";
import { Finding } from "./Finding.tsx";
import { text } from "./text.ts";

const names = {
  git: "git",
  git_identity: text.machine.gitIdentity,
  data_folder: text.machine.dataFolder,
  disk_space: text.machine.diskSpace,
  sandbox: text.machine.sandbox,
  git_sandbox: text.machine.gitSandbox,
  agent_limits: text.machine.agentLimits,
} as const;

/** What the machine has apart from the agents. */
export function MachineList({ checks }: { checks: readonly MachineCheck[] }) {
  return (
    <ul aria-label={text.machine.title} className="-my-2.5">
      {checks.map(({ id, ok, text, command }) => (
        <Finding key={id} name={names[id]} state={ok ? "ok" : "wrong"} facts={text} command={command} />
      ))}
    </ul>
  );
}
