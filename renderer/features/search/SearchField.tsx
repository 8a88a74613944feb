import { Search, X } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { HotkeyId } from "../../lib/hotkeys.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Kbd } from "../../ui/Kbd.tsx";

const settleMs = 200;

/** What is typed, told once it stands still; what the address says anew replaces it. */
function useTyped(q: string, onSearch: (q: string) => void) {
  const [typed, setTyped] = useState(q);
  const [known, setKnown] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (q !== known) {
    setKnown(q);
    if (typed.trim() !== q) setTyped(q);
  }
  const tell = (text: string, afterMs: number): void => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(text.trim()), afterMs);
  };
  return { typed, type: (text: string) => tell(text, settleMs), now: (text: string) => tell(text, 0) };
}

interface Props {
  input: RefObject<HTMLInputElement | null>;
  q: string;
  label: string;
  /** What leads to it. */
  hotkey: HotkeyId;
  onSearch(q: string): void;
}

/** Words to look for, which stand in the address of their page. */
export function SearchField({ input, q, label, hotkey, onSearch }: Props) {
  const { typed, type, now } = useTyped(q, onSearch);
  return (
    <span className="relative min-w-48 flex-1 max-lg:basis-full lg:max-w-88">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 start-2.5 size-3.5 -translate-y-1/2 text-faint"
      />
      <input
        ref={input}
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
          <span className="pointer-coarse:hidden">
            <Kbd hotkey={hotkey} />
          </span>
        ) : (
          <IconButton label="Clear the search" className="size-6" onClick={() => now("")}>
            <X aria-hidden className="size-3.5" />
          </IconButton>
        )}
      </span>
    </span>
  );
}
