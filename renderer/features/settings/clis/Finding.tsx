import { CircleAlert, CircleCheck, CircleQuestionMark, LoaderCircle } from "lucide-react";
import { CopyableText } from "../../../ui/CopyableText.tsx";
import { text } from "./text.ts";

interface Props {
  name: string;
  state: "ok" | "wrong" | "checking" | "unknown";
  facts: string;
  advice?: string | null;
  /** Fixes the problem when pasted into a terminal. */
  command?: string | null;
}

const signs = {
  ok: { Icon: CircleCheck, tone: "text-running", label: text.finding.ready },
  wrong: { Icon: CircleAlert, tone: "text-needs", label: text.finding.needsYou },
  unknown: { Icon: CircleQuestionMark, tone: "text-faint", label: text.finding.unknown },
  checking: { Icon: LoaderCircle, tone: "text-faint", label: text.finding.checking },
} as const;

/** One result of a check: its state and how to fix it. */
export function Finding({ name, state, facts, advice = null, command = null }: Props) {
  const { Icon, tone, label } = signs[state];
  return (
    <li className="flex gap-2.5 border-b border-line py-2.5 last:border-0">
      <Icon
        role="img"
        aria-label={label}
        className={`mt-0.5 size-4 shrink-0 ${tone} ${state === "checking" ? "animate-spin" : ""}`}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-sm font-medium">{name}</span>
          <span className="min-w-0 text-xs wrap-anywhere text-soft">{facts}</span>
        </p>
        {advice !== null && <p className="text-sm wrap-anywhere text-soft">{advice}</p>}
        {command !== null && <CopyableText label={text.finding.copyCommand(name)} value={command} />}
      </div>
    </li>
  );
}
