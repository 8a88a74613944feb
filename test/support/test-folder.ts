import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface TestFolder extends AsyncDisposable {
  path: string;
  /** The absolute path of a file in the folder. */
  at(...parts: string[]): string;
}

/** A private folder that is removed after the test. */
export async function makeTestFolder(): Promise<TestFolder> {
  const path = await mkdtemp(join(tmpdir(), "signalbox-test-"));
  return {
    path,
    at: (...parts) => join(path, ...parts),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 3 }),
  };
}
