import { Button } from "../../ui/Button.tsx";
import type { ChangeTrigger } from "./form.ts";
import { startedForm, starters } from "./starters.ts";
import { text } from "./text.ts";

/** Fills the form in with common work. */
export function Starters({ change }: { change: ChangeTrigger }) {
  return (
    <div role="group" aria-label={text.starters.title} className="flex flex-wrap items-center gap-2">
      <span className="text-xs text-faint">{text.starters.title}</span>
      {starters.map((starter) => (
        <Button key={starter.name} size="small" onClick={() => change(startedForm(starter))}>
          {starter.name}
        </Button>
      ))}
    </div>
  );
}
