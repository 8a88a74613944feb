import { type ActivityStep, writing } from "./activity-rules.ts";
import type { AgentListener } from "./runtime.ts";

/** At most one report of text in this time; a screen draws no faster. */
const reportMs = 50;

/**
 * Reports what an agent does and writes while it works. Pieces of text are gathered into fewer reports, each of which holds
 * what came since the one before; a text that follows another begins a paragraph.
 */
export function liveReports({ onEvent }: Pick<AgentListener, "onEvent">) {
  let pending = "";
  let timer: NodeJS.Timeout | null = null;
  let ended = false;
  let begun = false;

  const flush = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const text = pending;
    pending = "";
    if (text !== "") onEvent({ kind: "partial_text", text });
  };
  return {
    steps(steps: readonly ActivityStep[]): void {
      for (const step of steps) {
        if (begun && step.step === "model" && step.act === writing) pending += "\n\n";
        onEvent({ kind: "activity", step });
      }
    },
    text(piece: string): void {
      if (ended) return;
      begun = true;
      pending += piece;
      timer ??= setTimeout(flush, reportMs);
    },
    /** Reports the text that waits. */
    flush,
    /** Reports it, and ignores what is written later. */
    end(): void {
      flush();
      ended = true;
    },
  };
}
