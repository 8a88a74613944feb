import type { Sign } from "../../../runtimes/runtime.ts";
import { type AgentPhase, type Silence, type SilenceLimits, silenceLevel } from "./silence-rules.ts";

/** A process that was stopped or a machine that slept misses the ticks in between, so such a time is no silence. */
const tickMs = 1_000;

/** Follows the signs of life of one agent, from its connection to its end. */
export function watchSilence(deps: {
  limits: SilenceLimits;
  now(): number;
  /** A person is asked something; the agent has nothing to do until the answer. */
  isAsking(): boolean;
  /** Whether somebody stopped its process (SIGSTOP); asked at the limit only. */
  isStopped(): Promise<boolean>;
  /** The silence began then, or ended (null). */
  onSilence(since: number | null): void;
  /** Called once. */
  onOver(silence: Silence): void;
}) {
  const tools = new Set<string>();
  let background = 0;
  let started = false;
  let silentMs = 0;
  let shown = false;
  let ended = false;
  const timer = setInterval(() => void tick(), tickMs).unref();

  const phase = (): AgentPhase => {
    if (!started) return "starting";
    return tools.size + background > 0 ? "using_tool" : "thinking";
  };

  function show(since: number | null): void {
    if (shown === (since !== null)) return;
    shown = since !== null;
    deps.onSilence(since);
  }

  function alive(): void {
    silentMs = 0;
    show(null);
  }

  async function tick(): Promise<void> {
    if (deps.isAsking()) return alive();
    silentMs += tickMs;
    const verdict = silenceLevel({ phase: phase(), silentMs }, deps.limits);
    if (verdict !== "over") return show(verdict === "silent" ? deps.now() - silentMs : null);
    const silence: Silence = { phase: phase(), ms: silentMs };
    // It is asked again after another such time.
    silentMs = 0;
    if ((await deps.isStopped()) || ended) return;
    end();
    deps.onOver(silence);
  }

  function end(): void {
    if (ended) return;
    ended = true;
    clearInterval(timer);
    show(null);
  }

  return {
    sign({ begun = [], ended: over = [], background: working }: Sign): void {
      started = true;
      background = working ?? background;
      for (const call of begun) tools.add(call);
      if (over === "all") tools.clear();
      else for (const call of over) tools.delete(call);
      if (!ended) alive();
    },
    end,
  };
}
