import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, it } from "vitest";
import { diskSpaceService } from "./index.ts";

const quiet = pino({ level: "silent" });

it("lets nothing start while it could never be read", () => {
  const folder = join(tmpdir(), `signalbox-no-such-folder-${process.pid}`);
  const space = diskSpaceService({ folder, floorBytes: 1, log: quiet });
  expect(space.check().low).toBe(true);
  expect(() => space.admit()).toThrow(/MB/);
});

it("keeps the last reading if the folder cannot be read any more", () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-space-"));
  const space = diskSpaceService({ folder, floorBytes: 1, log: quiet });
  const read = space.check();
  expect(read.low).toBe(false);
  rmSync(folder, { recursive: true });
  expect(space.check()).toEqual(read);
});
