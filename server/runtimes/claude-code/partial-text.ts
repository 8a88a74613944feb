/** At most one report in this time; a screen draws no faster. */
const reportMs = 50;

/** Gathers pieces of text into fewer reports. Each report holds what came since the one before. */
export function gatherText(report: (text: string) => void) {
  let pending = "";
  let timer: NodeJS.Timeout | null = null;

  const flush = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (pending !== "") report(pending);
    pending = "";
  };
  return {
    add(piece: string): void {
      pending += piece;
      timer ??= setTimeout(flush, reportMs);
    },
    flush,
  };
}
