import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Most code of a start runs once, so optimizing it pays little: some 15 ms of a start, for 6 MB that V8's optimizing
 * compiler would take from then on. Called before anything large is imported.
 */
export const startWithoutOptimizing = (): void => setFlagsFromString("--no-opt");

const settledAfterMs = 1_000;

/** Once the service runs, V8 optimizes what is used much, and the garbage of the start goes. */
export const settleSoon = (): void =>
  void setTimeout(() => {
    collectGarbage();
    setFlagsFromString("--opt");
  }, settledAfterMs).unref();

/**
 * Starting leaves much garbage, and an idle service gives V8 no reason to collect it. One full collection (some 40 ms)
 * returns that memory to the system.
 */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: object) => void;
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
}
