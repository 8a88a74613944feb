import { execFile } from "node:child_process";
import { appendFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { FileDiff, SessionChanges } from "../../server/domains/changes/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { clonedSession } from "../support/sessions.ts";

const run = promisify(execFile);
let service: BoardService;

beforeAll(async () => {
  service = await startBoardService();
});
afterAll(() => service[Symbol.asyncDispose]());

const read = <T>(path: string) => service.board.call<T>("GET", path);

async function cloned() {
  const { id, metadata } = await clonedSession(service, {
    git_root: await service.repository({ "README.md": "One\n", "src/a.txt": "a\nb\nc\n" }),
  });
  const clone = String(metadata["clone_path"]);
  const commit = (message: string) =>
    run("git", ["-c", "user.name=T", "-c", "user.email=t@t.invalid", "commit", "-qam", message], {
      cwd: clone,
    });
  return { id, clone, commit };
}

it("lists commits and uncommitted work together, new files included, and leaves the index alone", async () => {
  const { id, clone, commit } = await cloned();
  await appendFile(join(clone, "README.md"), "Two\n");
  await commit("Say two");
  await writeFile(join(clone, "src/a.txt"), "a\nB\nc\n");
  await writeFile(join(clone, "new <b>.txt"), "1\n2\n");
  const before = await run("git", ["status", "--porcelain"], { cwd: clone });
  const { status, body } = await read<SessionChanges>(`/sessions/${id}/changes`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ branch: "main", truncated: false, commits: [{ subject: "Say two" }] });
  expect(body.files).toEqual([
    { path: "README.md", old_path: null, status: "modified", additions: 1, deletions: 0 },
    { path: "new <b>.txt", old_path: null, status: "added", additions: 2, deletions: 0 },
    { path: "src/a.txt", old_path: null, status: "modified", additions: 1, deletions: 1 },
  ]);
  expect((await run("git", ["status", "--porcelain"], { cwd: clone })).stdout).toBe(before.stdout);
});

it("still knows where the session began after it pushed", async () => {
  const { id, clone, commit } = await cloned();
  await appendFile(join(clone, "README.md"), "Pushed\n");
  await commit("Push it");
  await run("git", ["update-ref", "refs/remotes/origin/main", "HEAD"], { cwd: clone });
  const { body } = await read<SessionChanges>(`/sessions/${id}/changes`);
  expect(body.files.map(({ path }) => path)).toEqual(["README.md"]);
});

it("answers one file's change, redacted", async () => {
  const { id, clone } = await cloned();
  const secret = `ghp_${"a1B2".repeat(9)}`;
  await appendFile(join(clone, "README.md"), `token ${secret}\n`);
  const { body } = await read<FileDiff>(`/sessions/${id}/changes/diff?path=README.md`);
  expect(body.diff).toContain("+token [REDACTED:");
  expect(body.diff).not.toContain(secret);
});

it.each([["../../etc/passwd"], ["/etc/passwd"], [".git/config"], ["src"], ["--output=x"], [":(glob)**"]])(
  "reads no file that the session did not change: %s",
  async (path) => {
    const { id } = await cloned();
    const answer = await read(`/sessions/${id}/changes/diff?path=${encodeURIComponent(path)}`);
    expect(answer.status).toBe(404);
  },
);

it("runs no program that the clone's own configuration names", async () => {
  const { id, clone } = await cloned();
  const trace = join(service.folder, `ran-${id}`);
  const program = `touch ${trace}`;
  for (const name of ["diff.external", "core.fsmonitor", "diff.evil.textconv", "diff.evil.command"]) {
    await run("git", ["config", name, program], { cwd: clone });
  }
  await writeFile(join(clone, ".gitattributes"), "*.md diff=evil\n");
  await appendFile(join(clone, "README.md"), "Two\n");
  expect((await read<FileDiff>(`/sessions/${id}/changes/diff?path=README.md`)).body.diff).toContain("+Two");
  await expect(run("ls", [trace])).rejects.toThrow();
});

it("says so when the clone is gone", async () => {
  const { id, clone } = await cloned();
  await rm(clone, { recursive: true });
  expect(await read(`/sessions/${id}/changes`)).toMatchObject({ status: 409, body: { error: "No clone" } });
});
