import type { MachineCheck } from "../../../../server/domains/agents/clis/model.ts";
import { Finding } from "./Finding.tsx";

const names = {
  git: "git",
  git_identity: "Commit author",
  data_folder: "Data folder",
  disk_space: "Disk space",
} as const;

/** What the machine has besides the agents. */
export function MachineList({ checks }: { checks: readonly MachineCheck[] }) {
  return (
    <ul aria-label="This machine" className="-my-2.5">
      {checks.map(({ id, ok, text, command }) => (
        <Finding key={id} name={names[id]} state={ok ? "ok" : "wrong"} facts={text} command={command} />
      ))}
    </ul>
  );
}
