import type { SessionStatus } from "../../../server/domains/sessions/sessions/model.ts";
import { StatusIcon } from "./StatusIcon.tsx";
import { text } from "./text.ts";

const tones: Record<SessionStatus, string> = {
  needs_input: "bg-needs-soft text-needs",
  failed: "bg-failed-soft text-failed",
  running: "bg-running-soft text-running",
  waiting: "bg-sunken text-soft",
  archived: "bg-sunken text-soft",
};

export function StatusBadge({ status }: { status: SessionStatus }) {
  return (
    <span
      className={`inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full ps-1.5 pe-2.5 text-xs font-medium ${tones[status]}`}
    >
      <StatusIcon status={status} silent />
      {text.statuses[status]}
    </span>
  );
}
