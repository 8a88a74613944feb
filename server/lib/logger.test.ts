import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { makeTestFolder } from "../../test/support/folder.ts";
import { createLogger } from "./logger.ts";

it("brings every line to the file, in order and without the credentials in it", async () => {
  await using folder = await makeTestFolder();
  const destination = join(folder.path, "logs", "service.log");
  const log = createLogger({ destination });
  log.info("one");
  log.warn({ headers: { authorization: "Bearer opens-doors" } }, "two");
  const lines = await vi.waitFor(async () => {
    const text = await readFile(destination, "utf8");
    expect(text).toContain("two");
    return text.trimEnd().split("\n");
  });
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(["one", "two"]);
  expect(lines.join()).not.toContain("opens-doors");
});
