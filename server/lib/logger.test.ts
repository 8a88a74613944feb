import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeTestFolder } from "../../test/support/test-folder.ts";
import { createLogger, recentLines } from "./logger.ts";

it("writes every line to the file, in order and without credentials", async () => {
  await using folder = await makeTestFolder();
  const destination = join(folder.path, "logs", "service.log");
  const log = createLogger({ destination });
  log.info("one");
  log.warn({ headers: { authorization: "Bearer opens-doors" } }, "two");
  const written = () => readFile(destination, "utf8").catch(() => "");
  await expect.poll(written).toContain("two");
  const lines = (await written()).trimEnd().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(["one", "two"]);
  expect(lines.join()).not.toContain("opens-doors");
});

it("writes an error, after all earlier lines, before the call returns", async () => {
  await using folder = await makeTestFolder();
  const destination = join(folder.path, "service.log");
  const log = createLogger({ destination });
  log.info("one");
  log.error("two");
  expect((await readFile(destination, "utf8")).match(/one|two/g)).toEqual(["one", "two"]);
});

it("keeps its newest lines in memory, up to a limit", async () => {
  await using folder = await makeTestFolder();
  const log = createLogger({ destination: join(folder.path, "service.log") });
  for (let n = 0; n < 400; n++) log.info({ filler: "x".repeat(1_000) }, `line ${n}`);
  log.child({ part: "queue" }).warn("the last");
  const lines = recentLines(log);
  expect(lines.at(-1)).toContain("the last");
  expect(lines.join("").length).toBeLessThanOrEqual(256 * 1024);
  expect(lines.length).toBeGreaterThan(200);
  expect(lines[0]).not.toContain('"line 0"');
});

it("keeps a few older files, none of them large, and loses no line between them", async () => {
  await using folder = await makeTestFolder();
  const destination = join(folder.path, "service.log");
  const log = createLogger({ destination, fileBytes: 2_000 });
  for (let n = 0; n < 60; n++) log.error({ filler: "x".repeat(300) }, `line ${n}.`);
  const names = (await readdir(folder.path)).sort();
  expect(names).toEqual(["service.log", ...[1, 2, 3, 4, 5].map((age) => `service.log.${age}`)]);
  const files = await Promise.all(
    names.toReversed().map((name) => readFile(join(folder.path, name), "utf8")),
  );
  for (const text of files) expect(text.length).toBeLessThan(2_600);
  const kept = files.join("").match(/line \d+\./g) ?? [];
  expect(kept.at(-1)).toBe("line 59.");
  expect(kept).toEqual(Array.from({ length: kept.length }, (_, n) => `line ${60 - kept.length + n}.`));
});

it("continues when the disk is full", (context) => {
  if (!existsSync("/dev/full")) context.skip("no /dev/full on this machine");
  const log = createLogger({ destination: "/dev/full" });
  for (const level of ["info", "error", "fatal"] as const) log[level]("one");
});
