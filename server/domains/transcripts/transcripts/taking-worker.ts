import { createRedactor, type KnownSecret, redactJsonLine } from "../../../lib/redaction/index.ts";
import { transcriptReaders } from "../../../runtimes/facts.ts";
import { plainReader } from "./reads.ts";
import { type TakenLine, takeLine } from "./taken-line.ts";

export interface LineToTake {
  text: string;
  runtime: string;
  prompt: string | undefined;
  known: readonly KnownSecret[];
}

/** What is stored of a line, redacted. */
export function take({ text, runtime, prompt, known }: LineToTake): TakenLine | null {
  const taken = takeLine(text, { reader: transcriptReaders.get(runtime) ?? plainReader, prompt });
  return taken && { ...taken, line: redactJsonLine(createRedactor({ known }), taken.line) };
}
