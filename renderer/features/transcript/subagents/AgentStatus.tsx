import { CircleCheck, CircleHelp, CircleX, LoaderCircle } from "lucide-react";
import type { SubagentStatus } from "../../../../server/domains/sessions/subagents/model.ts";

const looks = {
  running: { Icon: LoaderCircle, label: "Running", tone: "text-running", turn: "animate-spin" },
  completed: { Icon: CircleCheck, label: "Done", tone: "text-soft", turn: "" },
  failed: { Icon: CircleX, label: "Failed", tone: "text-failed", turn: "" },
  unknown: { Icon: CircleHelp, label: "Unknown", tone: "text-faint", turn: "" },
} as const;

export function AgentStatus({ status }: { status: SubagentStatus | null }) {
  const { Icon, label, tone, turn } = looks[status ?? "unknown"];
  return (
    <span className={`flex shrink-0 items-center gap-1 text-xs ${tone}`}>
      <Icon aria-hidden className={`size-3.5 ${turn}`} />
      {label}
    </span>
  );
}
