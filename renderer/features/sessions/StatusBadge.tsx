import type {
  Attention,
  AttentionKind,
  SessionStatus,
} from "../../../server/domains/sessions/sessions/model.ts";
import { StatusIcon } from "./StatusIcon.tsx";
import { text } from "./text.ts";

const tones: Record<SessionStatus, string> = {
  needs_input: "bg-needs-soft text-needs",
  failed: "bg-failed-soft text-failed",
  running: "bg-running-soft text-running",
  waiting: "bg-sunken text-soft",
  archived: "bg-sunken text-soft",
};

const attentionTones: Record<AttentionKind, string> = {
  question: tones.needs_input,
  failed: tones.failed,
  review: tones.needs_input,
  ci: tones.waiting,
  done: tones.waiting,
  idle: tones.waiting,
};

interface Props {
  status: SessionStatus;
  /** Shown instead of the status, with its reason as the tooltip. */
  attention?: Attention | null;
}

export function StatusBadge({ status, attention = null }: Props) {
  const tone = attention ? attentionTones[attention.kind] : tones[status];
  return (
    <span
      title={attention?.reason}
      className={`inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full ps-1.5 pe-2.5 text-xs font-medium ${tone}`}
    >
      <StatusIcon status={status} attention={attention?.kind} silent />
      {attention ? text.attention[attention.kind] : text.statuses[status]}
    </span>
  );
}
