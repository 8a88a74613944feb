import { CircleCheck, CircleHelp, CircleX, LoaderCircle } from "lucide-react";
import type { SubagentStatus } from "../../../../server/domains/transcripts/subagents/model.ts";
import { text } from "./text.ts";

const looks = {
  running: { Icon: LoaderCircle, tone: "text-running", turn: "animate-spin" },
  completed: { Icon: CircleCheck, tone: "text-soft", turn: "" },
  failed: { Icon: CircleX, tone: "text-failed", turn: "" },
  unknown: { Icon: CircleHelp, tone: "text-faint", turn: "" },
} as const;

export function AgentStatus({ status }: { status: SubagentStatus | null }) {
  const known = status ?? "unknown";
  const { Icon, tone, turn } = looks[known];
  return (
    <span className={`flex shrink-0 items-center gap-1 text-xs ${tone}`}>
      <Icon aria-hidden className={`size-3.5 ${turn}`} />
      {text.status[known]}
    </span>
  );
}
