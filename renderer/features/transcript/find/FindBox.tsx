import { ChevronDown, ChevronUp, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { isTyping } from "../../../lib/keyboard.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import type { EntryKind } from "../entry-kinds.ts";
import { showFind } from "../transcript.store.ts";
import { findStatus } from "./find.ts";
import { text } from "./text.ts";
import { type Find, useFind } from "./use-find.ts";
import { useHighlights } from "./use-highlights.ts";

const close = (): void => showFind(false);

/** n and N step through the matches while no field has the focus, as in a pager. */
function useStepKeys(move: Find["move"]): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
      if (!isPlain || isTyping(event.target)) return;
      if (event.key === "Escape") {
        event.preventDefault();
        close();
      }
      if (event.key !== "n" && event.key !== "N") return;
      // Without the find box, n starts a new session.
      event.preventDefault();
      event.stopImmediatePropagation();
      move(event.key === "n" ? -1 : 1);
    };
    addEventListener("keydown", onKey, { capture: true });
    return () => removeEventListener("keydown", onKey, { capture: true });
  }, [move]);
}

interface Props {
  sessionId: number;
  kinds: readonly EntryKind[];
  lineCount: number;
  /** The element that contains the transcript. */
  place: HTMLElement | null;
  onFound(line: number): void;
  hides(line: number): boolean;
}

/** Finds a text in the whole transcript and highlights it. Enter goes back, because readers start at the end. */
export function FindBox({ place, ...searched }: Props) {
  const find = useFind(searched);
  useHighlights(place, find.text);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  useStepKeys(find.move);
  return (
    <search className="popup absolute end-3 top-2 z-20 flex max-w-[calc(100%-1.5rem)] items-center gap-1 p-1 md:end-6">
      <input
        ref={field}
        type="text"
        aria-label={text.label}
        placeholder={text.label}
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
        {find.query.trim() !== "" && findStatus(find)}
      </span>
      <IconButton label={text.previous} onClick={() => find.move(-1)}>
        <ChevronUp aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={text.next} onClick={() => find.move(1)}>
        <ChevronDown aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={text.close} onClick={close}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </search>
  );
}
