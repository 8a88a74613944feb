/** @module-tag real-cli */

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { SessionChanges } from "../../server/domains/review/changes/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { warningsOf } from "../support/clones.ts";
import { type Layout, layouts, makeLayout, makeSubmoduleRepositories } from "../support/layouts.ts";
import { gitIn } from "../support/repository.ts";
import { sandboxIn } from "../support/sandbox-room.ts";
import { atRest } from "../support/service.ts";
import { createSession, sessionOf, transcriptOf } from "../support/sessions.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";

/** For what a real CLI takes on a busy machine. */
const longMs = 120_000;
vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

let service: BoardService;
let folder: TestFolder;
let commits: Record<string, string>;
let hasSandbox = false;
let hasLfs = false;

beforeAll(async () => {
  folder = await makeTestFolder();
  commits = await makeSubmoduleRepositories(folder.path);
  service = await startBoardService();
  hasSandbox = (await sandboxIn(join(service.folder, "probe"), [])) !== null;
  hasLfs = await promisify(execFile)("git", ["lfs", "version"]).then(
    () => true,
    () => false,
  );
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const script = (edited: string): string =>
  [
    "git config user.name Agent; git config user.email agent@signalbox.invalid;",
    "cd $(git rev-parse --show-toplevel);",
    "echo before=$(git status --porcelain | wc -l);",
    `echo changed >> '${edited}'; git add -A; git commit --quiet -m Work;`,
    "git push origin HEAD:refs/heads/done 2>&1 | tail -1;",
    "echo notes > 'notes of the agent.txt'",
  ].join(" ");

async function work(layout: Layout) {
  const git_root = await makeLayout(folder.path, layout, commits);
  await service.board.call("POST", "/repositories/trust", { git_root });
  const { edited, subdirectory } = layout;
  const prompt = `#script bash cmd=${script(edited)}\n#script say Done.`;
  const { id } = await createSession(service, { git_root, prompt, ...(subdirectory && { subdirectory }) });
  const { failure_detail } = await service.waitFor(id, atRest, longMs);
  expect(failure_detail).toBeNull();
  const clone = String((await sessionOf(service, id)).metadata["clone_path"]);
  return { git_root, clone, told: await transcriptOf(service, id), said: await warningsOf(service, id), id };
}

describe.concurrent.each(layouts.map((layout) => [layout.name, layout] as const))("%s", (_name, layout) => {
  it("is cloned whole, worked on in the sandbox, pushed, and its changes are those that git sees", async (context) => {
    if (!hasSandbox) context.skip("No sandbox starts on this machine");
    if (layout.lfs && !hasLfs) context.skip("git-lfs is not installed");
    const { git_root, clone, told, said, id } = await work(layout);
    expect(said).toEqual([]);
    expect(told).toContain("before=0");
    expect(await gitIn(git_root, "rev-parse", "done")).toBe(await gitIn(clone, "rev-parse", "HEAD"));
    const changes = await service.board.call<SessionChanges>("GET", `/sessions/${id}/changes`);
    const expected = [layout.edited, "notes of the agent.txt"];
    const listed = changes.body.files.map(({ path }) => path);
    // The changes may list a file of Git LFS that nobody touched, as they are read without its filter.
    const changed = listed.filter((path) => layout.lfs?.[path] === undefined);
    expect(changed.toSorted()).toEqual(expected.toSorted());
    for (const [path, content] of Object.entries(layout.lfs ?? {}))
      expect(await readFile(join(clone, path), "utf8")).toBe(content);
    const empty = (await gitIn(clone, "submodule", "status", "--recursive"))
      .split("\n")
      .filter((line) => line.startsWith("-"));
    expect(empty).toEqual([]);
  });
});
