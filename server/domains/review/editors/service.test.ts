import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openerService } from "./service.ts";

const soon = { timeout: 20_000 };
let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "opener "));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const service = (over: Partial<Parameters<typeof openerService>[0]> = {}) =>
  openerService({
    find: () => ({ clonePath: folder }),
    configured: { editor: null, terminal: null },
    environment: { PATH: folder, DISPLAY: ":0" },
    platform: "linux",
    ...over,
  });

/** A program that records its arguments. */
async function addProgram(name: string): Promise<string> {
  const path = join(folder, name);
  const script = `#!/bin/sh\nprintf '%s|%s' "$PWD" "$*" > "$0.out"\n`;
  await writeFile(path, script);
  await chmod(path, 0o700);
  return `${path}.out`;
}

it("finds a program on PATH and starts it in the clone", async () => {
  const said = await addProgram("code");
  expect(await service().list()).toEqual([{ kind: "editor", label: "VS Code" }]);
  await service().open("1", "editor");
  await vi.waitFor(async () => expect(await readFile(said, "utf8")).toBe(`${folder}|${folder}`), soon);
});

it("starts the configured program even if another one is found", async () => {
  await addProgram("code");
  const said = await addProgram("mine");
  const configured = { editor: [join(folder, "mine"), "--new", "{path}/."], terminal: null };
  expect(await service({ configured }).list()).toEqual([{ kind: "editor", label: "mine" }]);
  await service({ configured }).open("1", "editor");
  await vi.waitFor(
    async () => expect(await readFile(said, "utf8")).toBe(`${folder}|--new ${folder}/.`),
    soon,
  );
});

it.each([
  ["no program", {}, /No terminal was found.*SERVICE_TERMINAL/],
  ["no display", { environment: {} }, /no display/],
  ["no clone", { find: () => ({ clonePath: null }) }, /no clone/],
  ["a clone that is gone", { find: () => ({ clonePath: "/nowhere/clone" }) }, /no clone/],
])("says that there is %s", async (_title, over, message) => {
  await expect(service(over).open("1", "terminal")).rejects.toThrow(message);
});
