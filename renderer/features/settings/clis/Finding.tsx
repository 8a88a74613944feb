import { CircleAlert, CircleCheck, CircleQuestionMark, LoaderCircle } from "lucide-react";
import { CopyableText } from "../../../ui/CopyableText.tsx";

interface Props {
  name: string;
  state: "ok" | "wrong" | "looking" | "unknown";
  facts: string;
  advice?: string | null;
  /** What mends it, to be pasted into a terminal. */
  command?: string | null;
}

const signs = {
  ok: { Icon: CircleCheck, tone: "text-running", words: "Ready" },
  wrong: { Icon: CircleAlert, tone: "text-needs", words: "Needs you" },
  unknown: { Icon: CircleQuestionMark, tone: "text-faint", words: "Unknown" },
  looking: { Icon: LoaderCircle, tone: "text-faint", words: "Looking" },
} as const;

/** One thing that was looked at: whether it is as it should be, and what mends it. */
export function Finding({ name, state, facts, advice = null, command = null }: Props) {
  const { Icon, tone, words } = signs[state];
  return (
    <li className="flex gap-2.5 border-b border-line py-2.5 last:border-0">
      <Icon
        role="img"
        aria-label={words}
        className={`mt-0.5 size-4 shrink-0 ${tone} ${state === "looking" ? "animate-spin" : ""}`}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-sm font-medium">{name}</span>
          <span className="min-w-0 text-xs wrap-anywhere text-soft">{facts}</span>
        </p>
        {advice !== null && <p className="text-sm wrap-anywhere text-soft">{advice}</p>}
        {command !== null && <CopyableText label={`Copy command for ${name}`} value={command} />}
      </div>
    </li>
  );
}
