/** @module-tag real-cli */

import { access, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type BoardService, startBoardService } from "../support/board.ts";
import { gitIn } from "../support/repository.ts";
import { atRest } from "../support/service.ts";
import { createSession, sessionOf } from "../support/sessions.ts";

/** For what a real CLI takes on a busy machine. */
const longMs = 120_000;
vi.setConfig({ testTimeout: 2 * longMs });

const secret = "what is in another repository alone";
let service: BoardService;
let other = "";
let hidden = "";

beforeAll(async () => {
  service = await startBoardService();
  other = await service.repository({ "secret.txt": secret });
  hidden = (await gitIn(other, "rev-parse", "HEAD")).trim();
});
afterAll(() => service[Symbol.asyncDispose]());

/** What an agent plants so that git finds the objects of another repository in its clone, whose HEAD it then moves there. */
const plants = {
  "a file of alternates": "echo OTHER/.git/objects > .git/objects/info/alternates",
  "a link in place of a folder of objects":
    "rm -rf .git/objects/pack; ln -s OTHER/.git/objects/pack .git/objects/pack; for d in OTHER_FANOUT; do ln -sfn OTHER/.git/objects/$d .git/objects/$d; done",
};

/** A session whose agent has planted it. */
async function planted(plant: string): Promise<{ id: number; clone: string }> {
  const folders = (await readdir(join(other, ".git/objects"))).filter((name) => name.length === 2);
  const ready = plant.replaceAll("OTHER_FANOUT", folders.join(" ")).replaceAll("OTHER", other);
  const cmd = `${ready}; echo ${hidden} > .git/refs/heads/main; true`;
  const { id } = await createSession(service, {
    agent_runtime: "pi",
    prompt: `#script bash cmd=${cmd}\n#script say Done.`,
  });
  expect(await service.waitFor(id, atRest, longMs)).toMatchObject({ status: "needs_input" });
  return { id, clone: String((await sessionOf(service, id)).metadata["clone_path"]) };
}

it.each(Object.entries(plants))(
  "%s brings nothing of another repository into changes",
  async (_what, plant) => {
    const { id, clone } = await planted(plant);
    // Outside of its sandbox, git does find it.
    expect(await gitIn(clone, "show", "HEAD:secret.txt")).toBe(secret);
    const answers = [
      await service.board.call("GET", `/sessions/${id}/changes`),
      await service.board.call("GET", `/sessions/${id}/changes/diff?path=secret.txt`),
    ];
    expect(answers[0]).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("leads to objects of another repository") },
    });
    expect(JSON.stringify(answers)).not.toContain(secret);
  },
);

it("an agent that lends and takes away objects of another repository while its clone is read shows none of them", async (context) => {
  const { readers } = await checkedSandbox(service);
  if (!readers) context.skip("No sandbox starts on this machine");
  const loop = `echo ${hidden} > .git/refs/heads/main; touch started; while [ ! -e stop ]; do echo ${other}/.git/objects > .git/objects/info/alternates; rm .git/objects/info/alternates; done; rm started`;
  const { id } = await createSession(service, {
    agent_runtime: "pi",
    prompt: `#script bash cmd=${loop}\n#script say Done.`,
  });
  const clone = await service.waitFor(
    id,
    ({ metadata }) => typeof metadata["clone_path"] === "string",
    longMs,
  );
  const path = String(clone.metadata["clone_path"]);
  await vi.waitFor(() => access(join(path, "started")), { timeout: longMs, interval: 100 });
  const answers: string[] = [];
  for (let reading = 0; reading < 40; reading += 1) {
    const answer = await service.board.call("GET", `/sessions/${id}/changes/diff?path=secret.txt`);
    answers.push(JSON.stringify(answer));
  }
  await writeFile(join(path, "stop"), "");
  expect(answers.filter((answer) => answer.includes(secret))).toEqual([]);
  await service.waitFor(id, atRest, longMs);
});

/** Whether the service reads clones in a sandbox here, by what it says itself. */
async function checkedSandbox({ board }: BoardService): Promise<{ readers: boolean }> {
  const { body } = await board.call<{ checks: { id: string; ok: boolean }[] }>("GET", "/doctor");
  return { readers: body.checks.find(({ id }) => id === "git_sandbox")?.ok === true };
}
