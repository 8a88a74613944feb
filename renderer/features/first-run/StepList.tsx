import { Check } from "lucide-react";
import { type StepId, standing, steps } from "./steps.ts";
import { text } from "./text.ts";

const tones = {
  behind: "border-accent-fill bg-accent-fill text-on-accent",
  open: "border-accent text-accent",
  ahead: "border-line-strong text-faint",
} as const;

/** All steps; each can be opened. */
export function StepList({ open, onGo }: { open: StepId; onGo(id: StepId): void }) {
  return (
    <ol aria-label={text.steps.label} className="flex flex-wrap gap-x-5 gap-y-2">
      {steps.map(({ id, title }, index) => {
        const where = standing(id, open);
        return (
          <li key={id}>
            <button
              type="button"
              aria-current={where === "open" ? "step" : undefined}
              onClick={() => onGo(id)}
              className="flex items-center gap-2 rounded-md px-1 py-1 text-sm text-soft hover:text-ink aria-[current=step]:font-medium aria-[current=step]:text-ink"
            >
              <span
                className={`grid size-6 place-items-center rounded-full border text-xs tabular-nums ${tones[where]}`}
              >
                {where === "behind" ? <Check aria-hidden className="size-3.5" /> : index + 1}
              </span>
              {title}
              {where === "behind" && <span className="sr-only">{text.steps.done}</span>}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
