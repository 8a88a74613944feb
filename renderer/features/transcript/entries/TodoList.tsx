import { Circle, CircleCheck, CircleDot } from "lucide-react";
import type { Todo } from "./tool-view.ts";

const signs = {
  open: { Icon: Circle, label: "Open", tone: "text-faint" },
  active: { Icon: CircleDot, label: "In progress", tone: "text-accent" },
  done: { Icon: CircleCheck, label: "Done", tone: "text-running" },
} as const;

/** What the agent means to do, and how far it is. */
export function TodoList({ items }: { items: readonly Todo[] }) {
  return (
    <ul className="flex flex-col gap-1 text-xs">
      {items.map(({ text, state }, position) => {
        const { Icon, label, tone } = signs[state];
        return (
          <li key={`${position} ${text}`} className="flex items-start gap-2">
            <Icon role="img" aria-label={label} className={`mt-0.5 size-3.5 shrink-0 ${tone}`} />
            <span className={state === "done" ? "text-faint line-through" : ""}>{text}</span>
          </li>
        );
      })}
    </ul>
  );
}
