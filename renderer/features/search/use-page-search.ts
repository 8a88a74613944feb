import { type RefObject, useCallback, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** The search field of a page; a narrow window hides it until it is used. */
export interface PageSearch {
  input: RefObject<HTMLInputElement | null>;
  isOpen: boolean;
  setOpen(open: boolean): void;
  /** Shows the field if it is hidden, and selects its text. */
  focus(): void;
}

export function usePageSearch(): PageSearch {
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const focus = useCallback((): void => {
    if (!input.current) flushSync(() => setOpen(true));
    input.current?.focus();
    input.current?.select();
  }, []);
  return useMemo(() => ({ input, isOpen, setOpen, focus }), [isOpen, focus]);
}
