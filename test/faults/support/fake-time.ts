import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "vitest";

const libraries = ["x86_64-linux-gnu", "aarch64-linux-gnu"].map(
  (machine) => `/usr/lib/${machine}/faketime/libfaketimeMT.so.1`,
);

/** The clock of a process, which a test moves while it runs. Time itself passes as ever. */
export interface FakeTime {
  /** What the process needs in its environment. */
  environment: Record<string, string>;
  /** Sets the clock to this much before or after the real time, such as `-3h`. */
  set(offset: string): void;
}

/** Skips the test where libfaketime is missing. */
export function fakeTime(context: TestContext, folder: string): FakeTime {
  const library = libraries.find((file) => existsSync(file));
  if (library === undefined) context.skip("libfaketime is not installed (apt-get install faketime)");
  const file = join(folder, "clock");
  const set = (offset: string): void => writeFileSync(file, offset);
  set("+0");
  const environment = {
    LD_PRELOAD: library ?? "",
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    DONT_FAKE_MONOTONIC: "1",
  };
  return { environment, set };
}
