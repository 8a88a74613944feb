/** @module-tag real-cli */

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { atRest } from "../support/service.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { type FaultyService, startFaultyService } from "./support/faulty-service.ts";
import { type HeldGit, type HeldPoint, heldPoints, makeHeldGit } from "./support/held-git.ts";

const longMs = 60_000;
vi.setConfig({ testTimeout: 4 * longMs });

let folder: TestFolder;
let service: FaultyService;
let held: HeldGit;
let repository = "";

/** Of the whole group, git that takes the push over dies with the service; of the service alone, it outlives it. */
const kinds = { "the service and all that it runs": true, "the service alone": false };

describe.each(Object.entries(kinds))("a SIGKILL of %s", (_what, ownGroup) => {
  beforeAll(async () => {
    folder = await makeTestFolder();
    held = makeHeldGit(folder.at("git"));
    const environment = { PATH: `${held.bin}:${process.env["PATH"] ?? ""}`, SERVICE_SANDBOX: "off" };
    service = await startFaultyService({ folder: folder.path, environment, ownGroup });
    repository = await service.repository();
  });
  afterAll(async () => {
    held.release();
    await service[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  // In CI every second point each, and so each of them once.
  const points = heldPoints.filter((_, at) => !process.env["CI"] || at % 2 === Number(ownGroup));
  it.each(points)("in the middle of a push, %s, loses nothing that was answered", async (point) => {
    const branch = `work-${heldPoints.indexOf(point)}`;
    const push = await heldPush(branch, point);
    await service.stop("SIGKILL");
    const answered = push.answers().includes("accepted");
    const before = refOf(branch);
    expect(answered && before === "").toBe(false);
    // Git that is still there goes on before the service is back, or is ended by it.
    if (heldPoints.indexOf(point) % 2 === 0) held.release();
    await service.start();
    held.release();
    await service.waitFor(push.id, atRest, longMs);
    if (answered) expect(refOf(branch)).toBe(push.commit());

    // What was not answered is pushed again.
    const told = push.answers().length;
    await service.call("POST", `/sessions/${push.id}/follow_up`, { prompt: push.again });
    await expect.poll(() => push.answers().slice(told), { timeout: longMs }).toEqual(["accepted"]);
    expect(refOf(branch)).toBe(push.commit());
    await service.waitFor(push.id, atRest, longMs);
    git("fsck", "--full", "--no-dangling");
    expect(locks()).toEqual([]);
    expect(readdirSync(join(service.dataFolder, "pushes"))).toEqual([]);
  });

  it("right after a push was answered loses nothing of it", async () => {
    const push = await startPush("answered");
    await expect.poll(() => push.answers(), { timeout: longMs }).toEqual(["accepted"]);
    await service.stop("SIGKILL");
    expect(refOf("answered")).toBe(push.commit());
    await service.start();
    expect(refOf("answered")).toBe(push.commit());
    git("fsck", "--full", "--no-dangling");
  });
});

interface AgentsPush {
  id: number;
  /** What its agent was told of its pushes. */
  answers(): string[];
  /** What it pushes. */
  commit(): string;
  /** The prompt that has it pushed again. */
  again: string;
}

/** An agent that commits something on a branch, pushes it, and writes down what was answered. */
async function startPush(branch: string): Promise<AgentsPush> {
  const person = "-c user.name=Agent -c user.email=agent@signalbox.invalid";
  const commit = `git ${person} commit --quiet --allow-empty -m ${branch}; git rev-parse HEAD > $SIGNALBOX_SCRATCH/commit`;
  const push = `if git push --quiet origin HEAD:refs/heads/${branch} 2>> $SIGNALBOX_SCRATCH/said; then echo accepted >> $SIGNALBOX_SCRATCH/answers; else echo refused >> $SIGNALBOX_SCRATCH/answers; fi`;
  const once = `test -e $SIGNALBOX_SCRATCH/commit || { ${commit}; }; test -e $SIGNALBOX_SCRATCH/answers || { ${push}; }`;
  const body = {
    git_root: repository,
    prompt: `#script bash cmd=${once}\n#script say Done.`,
    agent_runtime: "pi",
  };
  const { session } = (await service.call<{ session: { id: number } }>("POST", "/sessions", body)).body;
  const file = (name: string): string => join(service.dataFolder, "scratch", String(session.id), name);
  const linesOf = (name: string): string[] =>
    existsSync(file(name)) ? readFileSync(file(name), "utf8").split("\n").slice(0, -1) : [];
  return {
    id: session.id,
    answers: () => linesOf("answers"),
    commit: () => linesOf("commit")[0] ?? "",
    again: `#script bash cmd=${push}\n#script say Done.`,
  };
}

async function heldPush(branch: string, point: HeldPoint): Promise<AgentsPush> {
  held.hold(point);
  const push = await startPush(branch);
  await expect.poll(() => held.isHeld(), { timeout: longMs }).toBe(true);
  return push;
}

const git = (...args: string[]): string =>
  execFileSync("git", args, { cwd: repository, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();

function refOf(branch: string): string {
  return git("for-each-ref", "--format=%(objectname)", `refs/heads/${branch}`);
}

const locks = (): string[] =>
  readdirSync(join(repository, ".git"), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".lock"),
  );
