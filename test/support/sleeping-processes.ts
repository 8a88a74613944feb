import { readdirSync, readFileSync } from "node:fs";

/** The processes that sleep for so long; the length is their name, as nothing else is left of where they came from. */
export function sleeping(name: string): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && argumentsOf(pid) === `/bin/sleep\0${name}\0`);
}

function argumentsOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1");
  } catch {
    return "";
  }
}
