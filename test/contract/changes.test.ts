import { execFile } from "node:child_process";
import { appendFile, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { FileDiff, SessionChanges } from "../../server/domains/review/changes/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { drawPng } from "../support/pictures.ts";
import { gitIn } from "../support/repository.ts";
import { clonedSession } from "../support/sessions.ts";

const run = promisify(execFile);
let service: BoardService;

beforeAll(async () => {
  service = await startBoardService();
});
afterAll(() => service[Symbol.asyncDispose]());

const read = <T>(path: string) => service.board.call<T>("GET", path);

const repository = () => service.repository({ "README.md": "One\n", "src/a.txt": "a\nb\nc\n" });

async function cloned(from?: string) {
  const git_root = from ?? (await repository());
  const { id, metadata } = await clonedSession(service, { git_root });
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
  expect(body.files).toMatchObject([
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

it("gives each file a digest that stays when it is committed as it is, and differs once it changes again", async () => {
  const { id, clone, commit } = await cloned();
  const digests = async () =>
    Object.fromEntries(
      (await read<SessionChanges>(`/sessions/${id}/changes`)).body.files.map(({ path, digest }) => [
        path,
        digest,
      ]),
    );
  await appendFile(join(clone, "README.md"), "Two\n");
  await writeFile(join(clone, "src/a.txt"), "a\nB\nc\n");
  await symlink("README.md", join(clone, "link"));
  const first = await digests();
  expect(new Set(Object.values(first)).size).toBe(3);
  await utimes(join(clone, "README.md"), new Date(), new Date());
  expect(await digests()).toEqual(first);
  await commit("As it is");
  expect(await digests()).toEqual(first);
  await appendFile(join(clone, "README.md"), "Three\n");
  const { "README.md": changed, ...others } = await digests();
  expect(others).toEqual({ "src/a.txt": first["src/a.txt"], link: first["link"] });
  expect(changed).not.toBe(first["README.md"]);
});

it("answers one file's change, redacted", async () => {
  const { id, clone } = await cloned();
  const secret = `ghp_${"a1B2".repeat(9)}`;
  await appendFile(join(clone, "README.md"), `token ${secret}\n`);
  const { body } = await read<FileDiff>(`/sessions/${id}/changes/diff?path=README.md`);
  expect(body.diff).toContain("+token [REDACTED:");
  expect(body.diff).not.toContain(secret);
});

it("leaves changes of white space out when asked, in the counts and in the lines", async () => {
  const { id, clone } = await cloned();
  await writeFile(join(clone, "src/a.txt"), "a\n   b\nC\n");
  await writeFile(join(clone, "README.md"), "  One\n");
  const { body } = await read<SessionChanges>(`/sessions/${id}/changes?whitespace=ignore`);
  expect(body.files).toMatchObject([
    { path: "README.md", additions: 0, deletions: 0 },
    { path: "src/a.txt", additions: 1, deletions: 1 },
  ]);
  const diffOf = async (query: string) =>
    (await read<FileDiff>(`/sessions/${id}/changes/diff?${query}`)).body.diff;
  expect(await diffOf("path=README.md&whitespace=ignore")).not.toContain("One");
  const lines = await diffOf("path=src/a.txt&whitespace=ignore");
  expect([lines.includes("    b"), lines.includes("+   b"), lines.includes("+C")]).toEqual([
    true,
    false,
    true,
  ]);
  expect(await diffOf("path=src/a.txt")).toContain("+   b");
  expect((await read(`/sessions/${id}/changes?whitespace=some`)).status).toBe(422);
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

it("sees a change that left size and second as they were when the index was written", async () => {
  const { id, clone } = await cloned();
  const [file, index] = [join(clone, "README.md"), join(clone, ".git", "index")];
  const then = new Date(Date.now() - 60_000);
  const before = await readFile(file, "utf8");
  await run("git", ["config", "core.trustctime", "false"], { cwd: clone });
  await utimes(file, then, then);
  await run("git", ["update-index", "--refresh"], { cwd: clone });
  await utimes(index, then, then);
  await writeFile(file, before.replace(/^./, "X"));
  await utimes(file, then, then);
  const { body } = await read<SessionChanges>(`/sessions/${id}/changes`);
  expect(body.files.map(({ path }) => path)).toContain("README.md");
});

it("shows a picture as it was and as it is, and nothing that a link leads out to", async () => {
  const [red, blue] = [drawPng(4, [255, 0, 0]), drawPng(4, [0, 0, 255])];
  const git_root = await repository();
  await writeFile(join(git_root, "logo.png"), red);
  await gitIn(git_root, "add", ".");
  await gitIn(git_root, "commit", "--quiet", "--message", "A logo");
  const { id, clone } = await cloned(git_root);
  await writeFile(join(clone, "logo.png"), blue);
  await writeFile(join(service.folder, "outside.png"), red);
  await symlink(join(service.folder, "outside.png"), join(clone, "linked.png"));
  const fetchSide = (path: string, side: string) =>
    fetch(`${service.url}/ui/v1/sessions/${id}/changes/picture?path=${path}&side=${side}`, {
      headers: service.board.headers,
    });
  const before = await fetchSide("logo.png", "before");
  expect(before.headers.get("content-type")).toBe("image/png");
  expect(before.headers.get("cache-control")).toBe("no-store");
  expect(Buffer.from(await before.arrayBuffer())).toEqual(red);
  const after = await fetchSide("logo.png", "after");
  expect(Buffer.from(await after.arrayBuffer())).toEqual(blue);
  const none = [
    fetchSide("linked.png", "after"),
    fetchSide("linked.png", "before"),
    fetchSide("README.md", "after"),
    fetchSide("../outside.png", "after"),
  ];
  expect((await Promise.all(none)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

it("says so when the clone is gone", async () => {
  const { id, clone } = await cloned();
  await rm(clone, { recursive: true });
  expect(await read(`/sessions/${id}/changes`)).toMatchObject({ status: 409, body: { error: "No clone" } });
});
