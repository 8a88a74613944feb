import { createRedactor, type KnownSecret, redactJsonLine } from "../lib/redaction/index.ts";

/** Redacts one JSON line with the secrets that the service knows. */
export const redactLine = ({ line, known }: { line: string; known: readonly KnownSecret[] }): string =>
  redactJsonLine(createRedactor({ known }), line);
