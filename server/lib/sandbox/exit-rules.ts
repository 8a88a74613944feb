import { constants } from "node:os";

interface Exit {
  code: number | null;
  signal: string | null;
}

/** A command that a signal ended makes bubblewrap exit with 128 and the signal's number. */
export function readExit({ code, signal }: Exit): Exit {
  if (code === null || code <= 128) return { code, signal };
  const name = Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0];
  return name === undefined ? { code, signal } : { code: null, signal: name };
}
