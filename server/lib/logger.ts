import { type Logger, pino } from "pino";

export type { Logger } from "pino";

/** JSON lines to `destination` (a file path) or stderr. Credentials in request headers never reach it. */
export function createLogger(options: { level?: string; destination?: string } = {}): Logger {
  const { level = "info", destination } = options;
  return pino(
    {
      level,
      base: null,
      redact: { paths: ["*.authorization", "*.cookie", '*["x-api-key"]'], censor: "[REDACTED]" },
    },
    pino.destination(
      destination === undefined ? { dest: 2, sync: true } : { dest: destination, mkdir: true, sync: false },
    ),
  );
}
