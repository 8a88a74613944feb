import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const afterMs = 1_000;

/**
 * Starting leaves more garbage than the service needs to live, and while it idles nothing prompts V8 to collect
 * it. One full collection after the start (some 40 ms) gives that memory back to the system.
 */
export function collectStartupGarbage(): void {
  setTimeout(() => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as (options: object) => void;
    collect({ type: "major", execution: "sync", flavor: "last-resort" });
  }, afterMs).unref();
}
