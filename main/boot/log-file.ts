import { mkdir, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Logger, pino } from "pino";
import type { Started } from "./phases.ts";

const rolloverBytes = 8_000_000;

/** Writes JSON lines to `folder` and keeps one older file. Synchronous, so that the last lines before a crash are kept. */
export async function openLog(folder: string): Promise<Started<Logger>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, "signalbox.log");
  const size = await stat(file).then(
    ({ size: bytes }) => bytes,
    () => 0,
  );
  if (size > rolloverBytes) await rename(file, join(folder, "signalbox.old.log"));
  const redact = { paths: ["*.authorization", "*.cookie", '*["x-api-key"]'], censor: "[REDACTED]" };
  const log = pino({ base: null, redact }, pino.destination({ dest: file, sync: true, mode: 0o600 }));
  return { value: log, undo: () => log.info("Signalbox has stopped.") };
}
