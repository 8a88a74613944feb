import { Archive, CircleAlert, CircleDashed, CircleDot, CircleUser } from "lucide-react";
import type { SessionStatus } from "../../../server/domains/sessions/sessions/model.ts";
import { statusLabels } from "./text.ts";

const marks = {
  needs_input: { Icon: CircleUser, tone: "text-needs-dot" },
  failed: { Icon: CircleAlert, tone: "text-failed-dot" },
  running: { Icon: CircleDot, tone: "text-running-dot" },
  waiting: { Icon: CircleDashed, tone: "text-waiting-dot" },
  archived: { Icon: Archive, tone: "text-waiting-dot" },
} satisfies Record<SessionStatus, unknown>;

/** A shape and a colour for each status; the label is there for those who see neither. */
export function StatusIcon({ status, silent = false }: { status: SessionStatus; silent?: boolean }) {
  const { Icon, tone } = marks[status];
  const motion = status === "running" ? "breathe" : "";
  const name = silent ? { "aria-hidden": true } : { role: "img", "aria-label": statusLabels[status] };
  return <Icon {...name} className={`size-4 shrink-0 ${tone} ${motion}`} strokeWidth={2.25} />;
}
