/** `npm test`: runs vitest in stages. */
import { SetupError } from "../setup/report.mjs";
import { runTests } from "./run.ts";

/** What a test left open must not keep the run from ending. */
const exitMs = 10_000;

try {
  process.exitCode = await runTests(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
setTimeout(() => process.exit(), exitMs).unref();
