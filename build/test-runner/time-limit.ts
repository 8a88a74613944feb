import { createHash } from "node:crypto";

/** The variable with the minutes that a run may take; what has not begun by then is skipped, and said. */
const variable = "SIGNALBOX_TEST_MINUTES";
/** Set by the runner for the tests: the file that has when that time is over, in epoch ms, or nothing. */
export const endVariable = "SIGNALBOX_TESTS_END";

/** In ms; null without a limit. */
export function timeLimit(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): number | null {
  const minutes = Number(environment[variable] ?? "");
  return minutes > 0 ? minutes * 60_000 : null;
}

/** Why a test that begins now is skipped; null if it may run. */
export function outOfTime(end: string | undefined, now: number): string | null {
  if (end === undefined || end === "" || now <= Number(end)) return null;
  return `the time of this run was over (${variable})`;
}

interface Specification {
  moduleId: string;
}

/** The files in an order that is the same all day, and another one the next. */
export function orderOfDay<File extends Specification>(files: readonly File[], today: Date): File[] {
  const day = today.toISOString().slice(0, 10);
  const place = ({ moduleId }: File): string =>
    createHash("sha256")
      .update(`${day} ${moduleId.split("/").at(-1)}`)
      .digest("hex");
  return files.toSorted((one, other) => (place(one) < place(other) ? -1 : 1));
}
