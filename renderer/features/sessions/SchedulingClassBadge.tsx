import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { text } from "./text.ts";

interface Props {
  session: Pick<Session, "priority_class" | "precedence">;
  /** Shows its rank in the queue as well. */
  ranked?: boolean;
}

/** The scheduling class of a session; the frame of spot, which runs on spare capacity, is dashed. */
export function SchedulingClassBadge({ session: { priority_class, precedence }, ranked = false }: Props) {
  const frame = priority_class === "spot" ? "border-dashed border-edge" : "border-line-strong";
  return (
    <span
      title={ranked ? text.rank(precedence) : text.schedulingClass}
      className={`inline-flex h-5 shrink-0 items-center rounded-sm border px-1.5 text-2xs text-soft tabular-nums ${frame}`}
    >
      {text.classes[priority_class]}
      {ranked && ` ${precedence}`}
    </span>
  );
}
