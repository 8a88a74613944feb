import {
  Archive,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleEllipsis,
  CircleQuestionMark,
  CircleUser,
} from "lucide-react";
import type { AttentionKind, SessionStatus } from "../../../server/domains/sessions/sessions/model.ts";
import { text } from "./text.ts";

const marks = {
  needs_input: { Icon: CircleUser, tone: "text-needs-dot" },
  failed: { Icon: CircleAlert, tone: "text-failed-dot" },
  running: { Icon: CircleDot, tone: "text-running-dot" },
  waiting: { Icon: CircleDashed, tone: "text-waiting-dot" },
  archived: { Icon: Archive, tone: "text-waiting-dot" },
} satisfies Record<SessionStatus, unknown>;

const attentionMarks = {
  question: { Icon: CircleQuestionMark, tone: "text-needs-dot" },
  failed: marks.failed,
  review: { Icon: CircleUser, tone: "text-needs-dot" },
  ci: { Icon: CircleEllipsis, tone: "text-waiting-dot" },
  done: { Icon: CircleCheck, tone: "text-waiting-dot" },
  idle: { Icon: CircleDashed, tone: "text-waiting-dot" },
} satisfies Record<AttentionKind, unknown>;

interface Props {
  status: SessionStatus;
  /** What it waits for, once it stopped; shown instead of its status. */
  attention?: AttentionKind | undefined;
  silent?: boolean;
}

/** A shape and a color for each status, with its name for screen readers. */
export function StatusIcon({ status, attention, silent = false }: Props) {
  const { Icon, tone } = attention ? attentionMarks[attention] : marks[status];
  const motion = status === "running" ? "breathe" : "";
  const label = attention ? text.attention[attention] : text.statuses[status];
  const name = silent ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  return <Icon {...name} className={`size-4 shrink-0 ${tone} ${motion}`} strokeWidth={2.25} />;
}
