/** @module-tag real-cli */

import { mkdir, realpath, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { probeSandbox } from "../../server/lib/sandbox/index.ts";
import { runtimeIds } from "../../server/runtimes/runtime.ts";
import { gitIn, makeGitRepository } from "../support/repository.ts";
import { sandboxIn } from "../support/sandbox-room.ts";
import { atRest, startTestService, type TestService } from "../support/service.ts";
import { createSession, sessionOf } from "../support/sessions.ts";
import { signalbox } from "../support/signalbox-command.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";

const longMs = 60_000;
vi.setConfig({ testTimeout: 4 * longMs });

let folder: TestFolder;
let works = false;

beforeAll(async () => {
  folder = await makeTestFolder();
  works = (await sandboxIn(folder.at("probe"), [])) !== null;
});
afterAll(() => folder[Symbol.asyncDispose]());

/** A folder on what may be another disk, and the link that leads to it. */
async function linked(link: string, target: string): Promise<string> {
  await mkdir(folder.at("disk", target), { recursive: true });
  await symlink(folder.at("disk", target), folder.at(link));
  return folder.at(link);
}

/** A session that writes a file by a shell command and commits it. */
async function expectWork(service: TestService, runtime: string, git_root: string): Promise<void> {
  const prompt = `#script bash cmd=echo done > done.txt && git add done.txt && git -c user.name=A -c user.email=a@example.com commit -qm Done\n#script say Done.`;
  const { id } = await createSession(service, { agent_runtime: runtime, git_root, prompt });
  const rested = await service.waitFor(id, atRest, longMs);
  expect([rested.status, rested.failure_detail ?? null]).toEqual(["needs_input", null]);
  const clone = String((await sessionOf(service, id)).metadata["clone_path"]);
  expect(await gitIn(clone, "log", "-1", "--format=%s")).toContain("Done");
}

describe("a service whose folders are reached through links", () => {
  let service: TestService;
  let repository: string;

  beforeAll(async () => {
    await makeGitRepository(folder.at("disk", "code", "site"));
    repository = join(await linked("code", "code"), "site");
    service = await startTestService({
      environment: {
        SERVICE_DATA_DIR: join(await linked("share", "share"), "signalbox", "data"),
        HOME: await linked("ada", "ada"),
        TMPDIR: await linked("tmp", "tmp"),
      },
    });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  it.each(runtimeIds)("%s works in it, in a repository behind a link", async (runtime) => {
    await expectWork(service, runtime, repository);
  });

  it("names the folder itself, and its check of a sandboxed command passes", async () => {
    expect(service.service.dataFolder).toBe(join(await realpath(folder.path), "disk/share/signalbox/data"));
    expect(await service.call("GET", "/up/deep")).toMatchObject({ body: { failed: [] } });
  });
});

it("a data folder that is itself a link works, for the commands too", async () => {
  const data = await linked("data", "signalbox-data");
  await using service = await startTestService({ environment: { SERVICE_DATA_DIR: data } });
  await expectWork(service, "pi", await service.repository());
  const env = { HOME: folder.at("home"), SERVICE_DATA_DIR: data };
  const opened = await signalbox(["open", "--print"], env);
  expect(opened).toMatchObject({ code: 0, out: expect.stringContaining(`${service.url}/sign-in#code=`) });
  const { out } = await signalbox(["doctor"], env);
  expect(out).toContain(`Data         ${await realpath(data)}`);
});

it("the check of the sandbox notices a data folder that is not where its path says", async (context) => {
  if (!works) context.skip("No sandbox starts on this machine");
  const dataFolder = await linked("unresolved", "unresolved");
  expect(await probeSandbox({ environment: process.env, dataFolder })).toMatchObject({
    available: false,
    reason: expect.stringContaining("cannot write to its clone"),
  });
  expect(await probeSandbox({ environment: process.env, dataFolder: await realpath(dataFolder) })).toEqual({
    available: true,
  });
});
