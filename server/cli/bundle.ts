import { open } from "node:fs/promises";
import { arch, homedir, platform, release } from "node:os";
import { join } from "node:path";
import { databaseName } from "../db/database-file.ts";
import { describeDatabase } from "../db/describe-database.ts";
import { readDatabase } from "../db/read-only.ts";
import { diagnosticFiles, diagnosticsName } from "../domains/installation/diagnostics/index.ts";
import { writePrivateFile } from "../lib/private-file.ts";
import { createRedactor } from "../lib/redaction/index.ts";
import { zipOfTexts } from "../lib/zip.ts";
import { askRunningService } from "../owner-requests.ts";
import { environmentSecrets } from "../redactor.ts";
import { readSettings } from "../settings.ts";
import { version } from "../version.ts";
import { print } from "./output.ts";
import { text } from "./text.ts";

/** `doctor --bundle`: the running service writes the archive. If none runs, this command writes what it can read by itself. */
export async function bundle(): Promise<number> {
  const { dataFolder } = readSettings(process.env);
  const answer = await askRunningService(dataFolder, { kind: "write_diagnostics" });
  if (answer === null) print(text.bundle.notRunning);
  print(text.bundle.written(answer?.path ?? (await writeAlone(dataFolder))));
  return 0;
}

async function writeAlone(dataFolder: string): Promise<string> {
  const environment = process.env;
  const files = diagnosticFiles(
    {
      versions: { version, node: process.version, platform: `${platform()} ${arch()}`, system: release() },
      environment,
      health: null,
      log: await endOfLog(environment["SERVICE_LOG_FILE"]),
      database: describeFile(join(dataFolder, databaseName)),
      home: homedir(),
    },
    createRedactor({ known: environmentSecrets(environment) }),
  );
  const path = join(dataFolder, diagnosticsName);
  await writePrivateFile(path, await zipOfTexts(files));
  return path;
}

/** A database that cannot be read is what the report may be about. */
function describeFile(file: string): object {
  try {
    return readDatabase(file, describeDatabase);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

const logBytes = 256 * 1024;

async function endOfLog(file: string | undefined): Promise<string[]> {
  if (file === undefined || file === "") return [];
  try {
    await using handle = await open(file);
    const { size } = await handle.stat();
    const start = Math.max(0, size - logBytes);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), { position: start });
    const lines = buffer.toString("utf8", 0, bytesRead).split("\n");
    // The first one is a part of a line.
    return lines.slice(start === 0 ? 0 : 1).filter((line) => line !== "");
  } catch {
    return [];
  }
}
