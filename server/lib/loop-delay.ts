const everyMs = 1_000;
const keptSeconds = 300;

export type LoopDelay = ReturnType<typeof loopDelay>;

/** How long other work kept the event loop busy, from how late a timer of one second is. */
export function loopDelay() {
  const delays: number[] = [];
  let timer: NodeJS.Timeout | undefined;
  let due = 0;

  function tick(): void {
    const now = performance.now();
    delays.push(Math.max(0, now - due));
    if (delays.length > keptSeconds) delays.shift();
    due = now + everyMs;
  }

  return {
    start(): void {
      due = performance.now() + everyMs;
      timer = setInterval(tick, everyMs).unref();
    },
    stop: (): void => clearInterval(timer),
    /** In ms, of the last five minutes; zeros before the first second has passed. */
    summary(): { medianMs: number; longestMs: number } {
      const sorted = delays.toSorted((a, b) => a - b);
      return { medianMs: sorted[Math.floor(sorted.length / 2)] ?? 0, longestMs: sorted.at(-1) ?? 0 };
    },
  };
}
