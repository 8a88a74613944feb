/** @module-tag real-cli */

import { execFile } from "node:child_process";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type BoardService, startBoardService } from "../support/board.ts";
import { gitIn } from "../support/repository.ts";
import { atRest } from "../support/service.ts";
import { createSession, transcriptOf } from "../support/sessions.ts";

/** For what a real CLI takes on a busy machine. */
const longMs = 120_000;
vi.setConfig({ testTimeout: 2 * longMs });

let service: BoardService;
beforeAll(async () => {
  service = await startBoardService();
});
afterAll(() => service[Symbol.asyncDispose]());

const overwrite =
  "chmod -R u+w .git/objects; for f in $(find .git/objects -type f); do printf x > $f; done; echo over$((1+1))";

async function play(id: number): Promise<void> {
  expect(await service.waitFor(id, atRest, longMs)).toMatchObject({ status: "needs_input" });
  expect(await transcriptOf(service, id)).toContain("over2");
}

it.each(["pi", "claude_code", "codex"])(
  "%s overwrites every object of its clone, and the repository it was made from stays whole",
  async (agent_runtime) => {
    const git_root = await service.repository();
    const prompt = `#script bash cmd=${overwrite}\n#script say Done.`;
    const { id } = await createSession(service, { git_root, agent_runtime, prompt });
    await play(id);
    await gitIn(git_root, "fsck", "--full");
  },
);

it("so it does with a clone that an earlier version made", async () => {
  const git_root = await service.repository();
  const { id } = await createSession(service, { git_root, agent_runtime: "pi", prompt: "#script say Done." });
  const { metadata } = await service.waitFor(id, atRest, longMs);
  const clone = String(metadata["clone_path"]);
  await promisify(execFile)("git", ["clone", "--quiet", "--", git_root, `${clone}.linked`]);
  await rename(join(`${clone}.linked`, ".git"), join(clone, ".git.linked"));
  await rm(join(clone, ".git"), { recursive: true });
  await rename(join(clone, ".git.linked"), join(clone, ".git"));
  await rm(join(service.service.dataFolder, "sandboxes", String(id), "separated-clone"));
  const prompt = `#script bash cmd=${overwrite}\n#script say Done.`;
  await service.call("POST", `/sessions/${id}/follow_up`, { prompt });
  await play(id);
  await gitIn(git_root, "fsck", "--full");
});
