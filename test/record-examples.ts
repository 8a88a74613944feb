import { env } from "node:process";

/** Set by build/record-examples.ts, which runs the tests for it. */
const folder = env["SIGNALBOX_EXAMPLES_FOLDER"] ?? "";
/** Files share a process, and this is run for each of them. */
const started = Symbol.for("signalbox.example-recorder");

if (folder !== "" && !(started in globalThis)) {
  Object.assign(globalThis, { [started]: true });
  const { recordExamples } = await import("./support/example-recorder.ts");
  recordExamples(folder);
}
