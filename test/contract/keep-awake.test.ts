import { chmod, readFile, writeFile } from "node:fs/promises";
import { delimiter } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { KeepAwake } from "../../server/domains/installation/keep-awake/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { createSession } from "../support/sessions.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";

let folder: TestFolder;
let service: BoardService;

/** The system's program talks to a login manager, which a test machine does not have; its stand-in writes down what it holds. */
beforeAll(async () => {
  folder = await makeTestFolder();
  const script = [
    "#!/bin/sh",
    'here=$(dirname "$0")',
    'echo held >> "$here/log"',
    'while [ "$1" != cat ]; do shift; done',
    '"$@"',
    'echo released >> "$here/log"',
  ];
  await writeFile(folder.at("systemd-inhibit"), `${script.join("\n")}\n`);
  await chmod(folder.at("systemd-inhibit"), 0o755);
  service = await startBoardService({
    environment: { PATH: `${folder.path}${delimiter}${process.env["PATH"] ?? ""}` },
  });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});
beforeEach((context) => {
  if (process.platform !== "linux") context.skip("only Linux has systemd-inhibit");
});

const log = () => readFile(folder.at("log"), "utf8").catch(() => "");
const awake = async () => (await service.board.call<KeepAwake>("GET", "/keep_awake")).body;
const waitLong = { timeout: 30_000 };

it("is held while an agent works, and released at once after it", async () => {
  expect(await awake()).toEqual({ enabled: true, state: "idle", reason: null });
  const { id } = await createSession(service, { prompt: "#script bash cmd=sleep 5\n#script say Slept." });
  await expect.poll(async () => (await awake()).state, waitLong).toBe("awake");
  await expect.poll(log, waitLong).toBe("held\n");
  await service.waitFor(id, ({ status }) => status === "needs_input", 60_000);
  await expect.poll(log, waitLong).toBe("held\nreleased\n");
  expect((await awake()).state).toBe("idle");
});

it("is turned off and on by a person, also while an agent works", async () => {
  const set = (enabled: boolean) => service.board.call<KeepAwake>("PUT", "/keep_awake", { enabled });
  const { id } = await createSession(service, { prompt: "#script bash cmd=sleep 8\n#script say Slept." });
  await expect.poll(async () => (await awake()).state, waitLong).toBe("awake");
  const off = await set(false);
  expect([off.status, off.body]).toEqual([200, { enabled: false, state: "off", reason: null }]);
  await expect.poll(log, waitLong).toMatch(/released\n$/);
  expect((await set(true)).body.state).toBe("awake");
  await expect.poll(log, waitLong).toMatch(/held\n$/);
  await service.waitFor(id, ({ status }) => status === "needs_input", 60_000);
  expect((await service.board.call("PUT", "/keep_awake", { enabled: "yes" })).status).toBe(422);
  expect((await service.call("GET", "/keep_awake")).status).toBe(404);
});
