import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const afterMs = 1_000;

/**
 * Starting leaves much garbage, and an idle service gives V8 no reason to collect it. One full collection after the
 * start (some 40 ms) returns that memory to the system.
 */
export function collectStartupGarbage(): void {
  setTimeout(() => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as (options: object) => void;
    collect({ type: "major", execution: "sync", flavor: "last-resort" });
  }, afterMs).unref();
}
