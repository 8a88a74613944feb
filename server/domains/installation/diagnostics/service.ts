import { homedir } from "node:os";
import { join } from "node:path";
import type { DatabaseDescription } from "../../../db/describe-database.ts";
import { writePrivateFile } from "../../../lib/private-file.ts";
import type { Redactor } from "../../../lib/redaction/index.ts";
import { zipOfTexts } from "../../../lib/zip.ts";
import type { WorkerPool } from "../../../workers/pool.ts";
import { type DiagnosticFacts, diagnosticFiles } from "./files.ts";

const worker = new URL("./worker.ts", import.meta.url);

/** Its name in the data folder; each one replaces the last. */
export const diagnosticsName = "diagnostics.zip";

export type DiagnosticsService = ReturnType<typeof diagnosticsService>;

/** The archive for a bug report. */
export function diagnosticsService(deps: {
  dataFolder: string;
  database: string;
  environment: DiagnosticFacts["environment"];
  versions(): object;
  health(): Promise<object>;
  log(): readonly string[];
  workers: Pick<WorkerPool, "run">;
  redactor: Redactor;
}) {
  const { dataFolder, workers, environment, redactor } = deps;

  async function build(): Promise<Buffer> {
    const input = { file: deps.database };
    const [health, database] = await Promise.all([
      deps.health(),
      workers.run<DatabaseDescription>({ file: worker, name: "describe", input }),
    ]);
    const [versions, log] = [deps.versions(), deps.log()];
    const facts = { versions, environment, health, log, database, home: homedir() };
    return zipOfTexts(diagnosticFiles(facts, redactor));
  }

  return {
    build,
    /** Writes it to the data folder, for the owner alone, and returns its path. */
    async write(): Promise<string> {
      const path = join(dataFolder, diagnosticsName);
      await writePrivateFile(path, await build());
      return path;
    },
  };
}
