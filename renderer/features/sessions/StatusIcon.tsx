import { Archive, CircleAlert, CircleDashed, CircleDot, CircleUser } from "lucide-react";
import type { SessionStatus } from "../../../server/domains/sessions/sessions/model.ts";
import { text } from "./text.ts";

const marks = {
  needs_input: { Icon: CircleUser, tone: "text-needs-dot" },
  failed: { Icon: CircleAlert, tone: "text-failed-dot" },
  running: { Icon: CircleDot, tone: "text-running-dot" },
  waiting: { Icon: CircleDashed, tone: "text-waiting-dot" },
  archived: { Icon: Archive, tone: "text-waiting-dot" },
} satisfies Record<SessionStatus, unknown>;

/** A shape and a color for each status, with its name for screen readers. */
export function StatusIcon({ status, silent = false }: { status: SessionStatus; silent?: boolean }) {
  const { Icon, tone } = marks[status];
  const motion = status === "running" ? "breathe" : "";
  const name = silent ? { "aria-hidden": true } : { role: "img", "aria-label": text.statuses[status] };
  return <Icon {...name} className={`size-4 shrink-0 ${tone} ${motion}`} strokeWidth={2.25} />;
}
