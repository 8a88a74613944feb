const flushAfterMs = 50;

/** Joins what arrives within 50 ms into one piece, so that a fast model does not flood the live view. */
export function partialText(onText: (text: string) => void) {
  let held = "";
  let timer: NodeJS.Timeout | null = null;

  const flush = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const text = held;
    held = "";
    if (text !== "") onText(text);
  };

  return {
    add(text: string) {
      held += text;
      timer ??= setTimeout(flush, flushAfterMs);
    },
    /** Gives out what is held; nothing follows until the next `add`. */
    flush,
  };
}
