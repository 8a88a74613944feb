import { History } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { text } from "./text.ts";

const shownLength = 80;

const firstLine = (prompt: string): string => {
  const line = prompt.trim().split("\n", 1)[0] ?? "";
  return line.length > shownLength ? `${line.slice(0, shownLength - 1)}…` : line;
};

interface Props {
  prompts: readonly string[];
  onUse(prompt: string): void;
}

/** What was asked last, to be asked again or changed. */
export function RecentPrompts({ prompts, onUse }: Props) {
  if (prompts.length === 0) return null;
  return (
    <Menu
      trigger={
        <Button size="small" variant="quiet">
          <History aria-hidden className="size-3.5" />
          {text.recent.title}
        </Button>
      }
      items={prompts.map((prompt) => ({ id: prompt, label: firstLine(prompt), run: () => onUse(prompt) }))}
    />
  );
}
