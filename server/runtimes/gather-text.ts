import { type ActivityStep, writing } from "./activity-rules.ts";

/** At most one report in this time; a screen draws no faster. */
const reportMs = 50;

/**
 * Gathers pieces of text into fewer reports. Each report holds what came since the one before; a text that follows another
 * begins a paragraph.
 */
export function gatherText(report: (text: string) => void) {
  let pending = "";
  let timer: NodeJS.Timeout | null = null;
  let ended = false;
  let begun = false;

  const flush = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const text = pending;
    pending = "";
    if (text !== "") report(text);
  };
  return {
    /** Tells from what the agent does where a text begins. */
    see(step: ActivityStep): void {
      if (begun && step.step === "model" && step.act === writing) pending += "\n\n";
    },
    add(piece: string): void {
      if (ended) return;
      begun = true;
      pending += piece;
      timer ??= setTimeout(flush, reportMs);
    },
    flush,
    /** Reports what is left, and ignores what arrives later. */
    end(): void {
      flush();
      ended = true;
    },
  };
}
