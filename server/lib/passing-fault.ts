const sentences: Readonly<Record<string, string>> = {
  EMFILE: "the service has as many files open as it may",
  ENFILE: "this machine has as many files open as it can",
  EAGAIN: "this machine has room for no more processes",
  ENOMEM: "this machine has no memory left",
};

/** What the machine is short of, if that is why something failed; it passes. Follows causes. */
export function passingFault(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = "code" in error ? String(error.code) : "";
  return sentences[code] ?? passingFault(error.cause);
}

/** For `catch`: `fallback` stands for what is not there, but not for what the machine was too short of to look up. */
export const unlessPassing =
  <T>(fallback: T) =>
  (error: unknown): T => {
    if (passingFault(error) !== null) throw error;
    return fallback;
  };

/** An error for what a program could not do, if it, or starting it, was too short of something; null if that is not why. */
export function shortageOf(ended: { code?: string | undefined; said: string }): Error | null {
  const code = ended.code !== undefined && ended.code in sentences ? ended.code : shortageCodeIn(ended.said);
  return code === null ? null : Object.assign(new Error(ended.said || sentences[code]), { code });
}

const inStderr = [
  [/Too many open files in system/i, "ENFILE"],
  // How the loader of programs says it, which has no words for it yet.
  [/Too many open files|cannot open shared object file: Error 24$/im, "EMFILE"],
  [/Resource temporarily unavailable|unable to create thread/i, "EAGAIN"],
  [/Cannot allocate memory|Out of memory/i, "ENOMEM"],
] as const;

/** The error code in what a program wrote before it gave up. */
export function shortageCodeIn(stderr: string): string | null {
  return inStderr.find(([words]) => words.test(stderr))?.[1] ?? null;
}
