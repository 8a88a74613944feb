import { Layers } from "lucide-react";
import { isMac, shortcutParts } from "../../lib/keyboard.ts";
import { Button } from "../../ui/Button.tsx";
import { ChipSelect } from "./Chip.tsx";
import { text } from "./text.ts";

const maxCount = 8;
const counts = Array.from({ length: maxCount }, (_, at) => ({
  value: String(at + 1),
  label: text.submit.sessions(at + 1),
}));

interface Props {
  problem: string | null;
  busy: boolean;
  count: number;
  onCountChange(count: number): void;
  /** Absent if there is nothing to discard. */
  onDiscard: (() => void) | undefined;
  /** Brings back what was just discarded; absent if nothing was. */
  onUndo: (() => void) | undefined;
  startsNothing: boolean;
}

/** The end of the composer: how many sessions, and the button that starts them. */
export function SubmitBar({ problem, busy, count, onCountChange, onDiscard, onUndo, startsNothing }: Props) {
  const keys = shortcutParts("mod+enter", isMac()).join("+");
  const idle = startsNothing ? text.submit.noPromptHint : text.submit.shortcutHint(keys);
  return (
    <footer className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 border-t border-line px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <p aria-live="polite" className="min-w-0 flex-1 basis-48 text-xs max-sm:basis-full text-faint">
        {onUndo ? text.submit.discarded : (problem ?? idle)}
      </p>
      {onUndo && (
        <Button size="small" onClick={onUndo}>
          {text.submit.undo}
        </Button>
      )}
      {onDiscard && (
        <Button variant="quiet" onClick={onDiscard}>
          {text.submit.discard}
        </Button>
      )}
      <ChipSelect
        label={text.submit.count}
        icon={Layers}
        options={counts}
        value={String(count)}
        onValueChange={(value) => onCountChange(Number(value))}
      />
      <Button variant="primary" type="submit" busy={busy} disabled={problem !== null}>
        {text.submit.start(count)}
      </Button>
    </footer>
  );
}
