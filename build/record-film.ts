/** `npm run film`: films the board for the README (test/e2e/film.test.ts). */
import { join } from "node:path";
import { SetupError } from "./setup/report.mjs";
import { runTests } from "./test-runner/run.ts";

try {
  process.env["SIGNALBOX_FILM"] = join(import.meta.dirname, "../docs/board.webp");
  process.exitCode = await runTests(["test/e2e/film.test.ts"]);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
setTimeout(() => process.exit(), 10_000).unref();
