/** How fast redaction is on transcripts without secrets compared with parsing them, and how little it changes. */
import { createHash } from "node:crypto";
import { createRedactor, redactJsonLine } from "../../server/lib/redaction/index.ts";
import type { Measurement } from "./measurement.ts";
import { transcriptLines } from "./transcript-lines.ts";

const targetBytes = 32_000_000;
const knownCount = 500;

/** Both run alternately over the same lines and the best of three rounds counts, so that other load affects both. */
export async function redactionBench(): Promise<Measurement[]> {
  const lines = transcriptLines(targetBytes);
  const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
  const known = Array.from({ length: knownCount }, (_, n) => ({
    name: `SECRET_${n}`,
    value: createHash("sha256").update(`known ${n}`).digest("base64url"),
  }));
  const redactor = createRedactor({ known });

  let changed = 0;
  let ours = 0;
  let reference = 0;
  for (let round = 0; round < 3; round++) {
    changed = 0;
    ours = Math.max(
      ours,
      megabytesPerSecond(bytes, () => {
        for (const line of lines) if (redactJsonLine(redactor, line) !== line) changed++;
      }),
    );
    reference = Math.max(
      reference,
      megabytesPerSecond(bytes, () => {
        for (const line of lines) JSON.stringify(JSON.parse(line));
      }),
    );
    await new Promise(setImmediate);
  }

  return [
    {
      figure: "redaction of transcript lines",
      unit: "MB/s",
      measured: ours,
      reference,
      against: "JSON.parse and JSON.stringify of the same lines",
    },
    {
      figure: "lines changed in 32 MB without a secret",
      unit: "lines",
      measured: (changed * targetBytes) / bytes,
      reference: null,
      against: "",
    },
  ];
}

function megabytesPerSecond(bytes: number, work: () => void): number {
  const started = performance.now();
  work();
  return bytes / 1_000 / (performance.now() - started);
}
