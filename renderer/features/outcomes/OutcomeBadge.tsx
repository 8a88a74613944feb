import { Check, X } from "lucide-react";
import type { outcomeKinds } from "../../../server/domains/outcomes/analyses/model.ts";
import { text } from "./text.ts";

const looks = {
  Success: { Icon: Check, tone: "bg-running-soft text-running" },
  Failure: { Icon: X, tone: "bg-failed-soft text-failed" },
} as const;

/** Whether a goal was met, in words and with a mark. */
export function OutcomeBadge({ kind }: { kind: (typeof outcomeKinds)[number] }) {
  const { Icon, tone } = looks[kind];
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-sm px-1.5 text-2xs font-medium whitespace-nowrap ${tone}`}
    >
      <Icon aria-hidden className="size-3" />
      {text.outcome[kind]}
    </span>
  );
}
