import { ChevronDown, ChevronUp, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { isTyping } from "../../../lib/keyboard.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { showFind } from "../transcript.store.ts";
import { findWords } from "./find.ts";
import type { Find } from "./use-find.ts";

const close = (): void => showFind(false);

/** n and N step where nothing is being typed, as in a pager. */
function useStepKeys(move: Find["move"]): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
      if (!isPlain || isTyping(event.target)) return;
      if (event.key === "Escape") close();
      if (event.key !== "n" && event.key !== "N") return;
      // Elsewhere on the board n begins a new session.
      event.preventDefault();
      event.stopImmediatePropagation();
      move(event.key === "n" ? -1 : 1);
    };
    addEventListener("keydown", onKey, { capture: true });
    return () => removeEventListener("keydown", onKey, { capture: true });
  }, [move]);
}

/** Looks for a text in the whole transcript. Enter goes back in it, as the newest is where a reader is. */
export function FindBox({ find }: { find: Find }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  useStepKeys(find.move);
  return (
    <search className="popup absolute end-3 top-2 z-20 flex max-w-[calc(100%-1.5rem)] items-center gap-1 p-1 md:end-6">
      <input
        ref={field}
        type="text"
        aria-label="Find in the transcript"
        placeholder="Find in the transcript"
        spellCheck={false}
        value={find.query}
        onChange={(event) => find.ask(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") close();
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          find.move(event.shiftKey ? 1 : -1);
        }}
        className="h-7 w-52 min-w-0 flex-1 rounded-sm bg-transparent px-2 outline-none"
      />
      <span role="status" className="shrink-0 px-1 text-xs text-faint tabular-nums">
        {find.query.trim() !== "" && findWords(find)}
      </span>
      <IconButton label="Previous match" onClick={() => find.move(-1)}>
        <ChevronUp aria-hidden className="size-4" />
      </IconButton>
      <IconButton label="Next match" onClick={() => find.move(1)}>
        <ChevronDown aria-hidden className="size-4" />
      </IconButton>
      <IconButton label="Close search" onClick={close}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </search>
  );
}
