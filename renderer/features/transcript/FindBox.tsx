import { ChevronDown, ChevronUp, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { IconButton } from "../../ui/IconButton.tsx";
import { findWords } from "./find.ts";
import { showFind } from "./transcript.store.ts";
import type { Find } from "./use-find.ts";

interface Props {
  find: Find;
  hasOlder: boolean;
  onClose(): void;
}

/** Looks for a text in the transcript. Enter goes back in it, as the newest is where a reader is. */
export function FindBox({ find, hasOlder, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const close = (): void => {
    showFind(false);
    onClose();
  };
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
        {find.query.trim() !== "" && findWords({ ...find, hasOlder })}
      </span>
      <IconButton label="Previous match" onClick={() => find.move(-1)}>
        <ChevronUp aria-hidden className="size-4" />
      </IconButton>
      <IconButton label="Next match" onClick={() => find.move(1)}>
        <ChevronDown aria-hidden className="size-4" />
      </IconButton>
      <IconButton label="Close the find box" onClick={close}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </search>
  );
}
