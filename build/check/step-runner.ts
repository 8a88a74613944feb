import { spawn } from "node:child_process";
import { once } from "node:events";
import { Interrupted } from "../setup/report.mjs";
import type { Step } from "../setup/tasks.mjs";

const interruptions = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs steps that may overlap: each prints its output whole when it ends. An interruption ends them all. */
export function stepRunner({ root, say }: { root: string; say(line: string): void }) {
  const abort = new AbortController();
  const listeners = interruptions.map(
    (signal) => [signal, () => abort.abort(new Interrupted(signal))] as const,
  );
  for (const [signal, listener] of listeners) process.once(signal, listener);
  return {
    /** Whether the step passed. */
    async passes({ name, argv }: Step): Promise<boolean> {
      abort.signal.throwIfAborted();
      const startedAt = Date.now();
      const child = spawn(process.execPath, argv, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
      const end = () => child.kill();
      abort.signal.addEventListener("abort", end, { once: true });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => (output += text));
      const [code] = (await once(child, "close")) as [number | null];
      abort.signal.removeEventListener("abort", end);
      abort.signal.throwIfAborted();
      say(
        `== ${name}: ${code === 0 ? "passed" : "failed"} (${Math.round((Date.now() - startedAt) / 1000)} s)`,
      );
      if (code !== 0) say(output.trimEnd());
      return code === 0;
    },
    [Symbol.dispose]() {
      for (const [signal, listener] of listeners) process.off(signal, listener);
    },
  };
}
