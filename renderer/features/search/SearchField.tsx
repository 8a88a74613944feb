import { Search, X } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { HotkeyId } from "../../lib/hotkeys.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Kbd } from "../../ui/Kbd.tsx";
import { text } from "./text.ts";

const debounceMs = 200;

/** The typed query, reported after a pause. A new query in the URL replaces it. */
function useTyped(q: string, onSearch: (q: string) => void) {
  const [typed, setTyped] = useState(q);
  const [known, setKnown] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (q !== known) {
    setKnown(q);
    if (typed.trim() !== q) setTyped(q);
  }
  const report = (value: string, afterMs: number): void => {
    setTyped(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(value.trim()), afterMs);
  };
  return {
    typed,
    type: (value: string) => report(value, debounceMs),
    now: (value: string) => report(value, 0),
  };
}

interface Props {
  input: RefObject<HTMLInputElement | null>;
  q: string;
  label: string;
  /** The shortcut that focuses the field. */
  hotkey?: HotkeyId;
  autoFocus?: boolean;
  onSearch(q: string): void;
}

/** A search field whose query is kept in the URL. */
export function SearchField({ input, q, label, hotkey, autoFocus = false, onSearch }: Props) {
  const { typed, type, now } = useTyped(q, onSearch);
  return (
    <span className="relative min-w-48 flex-1 max-lg:basis-full lg:max-w-88">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 start-2.5 size-3.5 -translate-y-1/2 text-faint"
      />
      <input
        ref={input}
        autoFocus={autoFocus}
        type="text"
        enterKeyHint="search"
        aria-label={label}
        placeholder={label}
        maxLength={1_000}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") now(typed);
          if (event.key !== "Escape") return;
          now("");
          event.currentTarget.blur();
        }}
        className="field h-8 ps-8 pe-8 pointer-coarse:h-10"
      />
      <span className="absolute top-1/2 end-1.5 -translate-y-1/2">
        {typed === "" ? (
          <span className="pointer-coarse:hidden">{hotkey !== undefined && <Kbd hotkey={hotkey} />}</span>
        ) : (
          <IconButton label={text.searchField.clear} className="size-6" onClick={() => now("")}>
            <X aria-hidden className="size-3.5" />
          </IconButton>
        )}
      </span>
    </span>
  );
}
