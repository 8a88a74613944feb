import { Circle, CircleCheck, CircleDot } from "lucide-react";
import { text as words } from "./text.ts";
import type { Todo } from "./tool-view.ts";

const signs = {
  open: { Icon: Circle, tone: "text-faint" },
  active: { Icon: CircleDot, tone: "text-accent" },
  done: { Icon: CircleCheck, tone: "text-running" },
} as const;

/** The to-do list of the agent. */
export function TodoList({ items }: { items: readonly Todo[] }) {
  return (
    <ul className="flex flex-col gap-1 text-xs">
      {items.map(({ text, state }, position) => {
        const { Icon, tone } = signs[state];
        return (
          <li key={`${position} ${text}`} className="flex items-start gap-2">
            <Icon role="img" aria-label={words.todos[state]} className={`mt-0.5 size-3.5 shrink-0 ${tone}`} />
            <span className={state === "done" ? "text-faint line-through" : ""}>{text}</span>
          </li>
        );
      })}
    </ul>
  );
}
