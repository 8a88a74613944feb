/**
 * What a clone is doing: it waits for the server's first word, receives, unpacks, and writes the files. One that an earlier
 * version made gets its own copy of the files that it shares.
 */
export type CloneStep = "connecting" | "receiving" | "unpacking" | "writing_files" | "separating";

export interface CloneProgress {
  step: CloneStep;
  /** Of this step, 0 to 100; null if it is not known. */
  percent: number | null;
}

/** git's words for a step; what the server does before it sends belongs to connecting. */
const steps: Readonly<Record<string, CloneStep>> = {
  "Receiving objects": "receiving",
  "Resolving deltas": "unpacking",
  "Updating files": "writing_files",
  "Filtering content": "writing_files",
};

const progressLine =
  /(?<words>Receiving objects|Resolving deltas|Updating files|Filtering content): +(?<percent>\d{1,3})%/g;

/** The newest progress in what git wrote to stderr with `--progress`; null if there is none in it. */
export function cloneProgress(written: string): CloneProgress | null {
  const groups = [...written.matchAll(progressLine)].at(-1)?.groups;
  const step = steps[groups?.["words"] ?? ""];
  if (step === undefined) return null;
  return { step, percent: Math.min(Number(groups?.["percent"]), 100) };
}
