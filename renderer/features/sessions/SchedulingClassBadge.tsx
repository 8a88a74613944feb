import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { classLabels } from "./text.ts";

interface Props {
  session: Pick<Session, "priority_class" | "precedence">;
  /** With its rank, which means something while it waits for its turn. */
  ranked?: boolean;
}

/** In which class a session waits for its turn; the frame of spot, which runs on what is left, is broken. */
export function SchedulingClassBadge({ session: { priority_class, precedence }, ranked = false }: Props) {
  const frame = priority_class === "spot" ? "border-dashed border-edge" : "border-line-strong";
  return (
    <span
      title={ranked ? `Rank ${precedence} in its queue` : "Scheduling class"}
      className={`inline-flex h-5 shrink-0 items-center rounded-sm border px-1.5 text-2xs text-soft tabular-nums ${frame}`}
    >
      {classLabels[priority_class]}
      {ranked && ` ${precedence}`}
    </span>
  );
}
