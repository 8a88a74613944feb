import { mkdir } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testEnvironment } from "../support/service.ts";
import { signalbox } from "../support/signalbox-command.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";

let folder: TestFolder;
let environment: Record<string, string>;

beforeAll(async () => {
  folder = await makeTestFolder();
  await mkdir(folder.at("home"));
  environment = testEnvironment({
    folder: folder.path,
    modelUrl: "http://127.0.0.1:9",
    key: "background-key-0123456789",
  });
});
afterAll(async () => {
  await command("stop");
  await folder[Symbol.asyncDispose]();
});

const command = (...args: string[]) => signalbox(args, environment);

it("runs in the background from start to stop, says where, and keeps a log", async () => {
  expect(await command("status")).toMatchObject({ code: 3, out: expect.stringContaining("not running") });
  expect((await command("list")).err).toContain("Signalbox is not running");

  const started = await command("start");
  expect(started, started.err).toMatchObject({ code: 0 });
  expect(started.out).toMatch(/^Signalbox is running at http:\/\/127\.0\.0\.1:\d+ \(process \d+\)\./);
  expect((await command("start")).out).toContain("Signalbox is already running at");

  const status = await command("status", "--json");
  expect(JSON.parse(status.out)).toEqual({
    running: true,
    data_folder: environment["SERVICE_DATA_DIR"],
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    pid: expect.any(Number),
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  });
  expect(started.out).toContain((JSON.parse(status.out) as { url: string }).url);
  expect((await command("list")).out).toBe("No sessions.\n");
  expect((await command("open", "27", "--print")).out).toContain("return_to=%2Fsessions%2F27#code=");
  expect((await command("logs")).out).toContain("service ready");

  expect(await command("stop")).toMatchObject({ code: 0, out: expect.stringContaining("has stopped") });
  expect((await command("status")).code).toBe(3);
  expect((await command("stop")).out).toContain("is not running");
}, 120_000);

it("says why it did not start", async () => {
  const ran = await signalbox(["start"], { ...environment, SERVICE_HOST: "203.0.113.1" });
  expect(ran.code).toBe(1);
  expect(ran.err).toMatch(/^The service did not start\.\n.+/);
  expect(ran.err).toContain("203.0.113.1");
}, 60_000);

it("starts at login only where the system can do that, and says what to run where it cannot", async () => {
  expect(await command("service", "status")).toMatchObject({ code: 3 });
  expect((await command("service", "fly")).err).toContain("install, uninstall or status");
  const installed = await signalbox(["service", "install"], { ...environment, PATH: folder.at("nothing") });
  if (process.platform !== "linux") return;
  expect(installed.err).toContain("`systemctl --user daemon-reload` failed");
  expect(await command("service", "status")).toMatchObject({ code: 0 });
}, 60_000);
