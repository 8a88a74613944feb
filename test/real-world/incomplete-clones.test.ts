/** @module-tag real-cli */

import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rename, symlink, utimes, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import type { SessionChanges } from "../../server/domains/review/changes/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { makeClone } from "../support/clones.ts";
import { makeSubmodule } from "../support/odd-repositories.ts";
import { gitIn, makeGitRepository } from "../support/repository.ts";
import { atRest } from "../support/service.ts";
import { createSession, transcriptOf } from "../support/sessions.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";

const run = promisify(execFile);

let service: BoardService;
let folder: TestFolder;
beforeAll(async () => {
  folder = await makeTestFolder();
  service = await startBoardService();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const newPlace = (): string => folder.at(Math.random().toString(36).slice(2, 10));
const trust = (git_root: string) => service.board.call("POST", "/repositories/trust", { git_root });
const clonedFrom = (git_root: string) => makeClone(service, { git_root, branch: "main" });

async function makeHistory(place: string): Promise<string> {
  await makeGitRepository(place, { "a.txt": "first text\n", "web/b.txt": "b\n" });
  await gitIn(place, "config", "uploadpack.allowFilter", "true");
  await gitIn(place, "config", "uploadpack.allowAnySHA1InWant", "true");
  await writeFile(join(place, "a.txt"), "second text\n");
  await gitIn(place, "commit", "--quiet", "--all", "--message", "Second");
  return place;
}

describe("a clone of a repository that has not all of its objects", () => {
  it("fetches what a partial one lacks from where that was cloned, and says so", async () => {
    const place = newPlace();
    const upstream = await makeHistory(join(place, "up"));
    const partial = join(place, "partial");
    await gitIn(
      place,
      "clone",
      "--quiet",
      "--no-checkout",
      "--filter=blob:none",
      `file://${upstream}`,
      partial,
    );
    const { session, clone, said } = await clonedFrom(partial);
    expect(session.failure_detail).toBeNull();
    expect(await readFile(join(clone ?? "", "a.txt"), "utf8")).toBe("second text\n");
    expect(said).toEqual([
      `${partial} is a partial clone: what it lacks is fetched from file://${upstream}.`,
    ]);
    expect(await gitIn(clone ?? "", "log", "-p", "--format=%s")).toContain("first text");
    await rename(upstream, `${upstream}-gone`);
    const gone = await clonedFrom(partial);
    expect(gone.session.failure_detail).toMatch(
      /^What the partial clone lacks could not be fetched from file:/,
    );
  });

  it("is as shallow as the one that it is made from", async () => {
    const place = newPlace();
    await gitIn(await makeHistory(join(place, "up")), "tag", "v1");
    await gitIn(
      place,
      "clone",
      "--quiet",
      "--depth=1",
      `file://${join(place, "up")}`,
      join(place, "shallow"),
    );
    const { clone } = await clonedFrom(join(place, "shallow"));
    expect((await gitIn(clone ?? "", "log", "--format=%s")).trim()).toBe("Second");
    expect(await readFile(join(clone ?? "", "a.txt"), "utf8")).toBe("second text\n");
  });
});

/** A repository with a file in Git LFS, of which its own store has the content. */
async function makeLfs(context: TestContext): Promise<{ git_root: string; content: string }> {
  const installed = await run("git", ["lfs", "version"]).catch(() => null);
  if (installed === null) context.skip("git-lfs is not installed");
  const git_root = newPlace();
  const content = `${"weights ".repeat(500)}\n`;
  await mkdir(git_root);
  await gitIn(git_root, "init", "--quiet", "--initial-branch=main");
  await gitIn(git_root, "lfs", "install", "--local", "--skip-repo");
  await writeFile(join(git_root, ".gitattributes"), "*.bin filter=lfs diff=lfs merge=lfs -text\n");
  await writeFile(join(git_root, "model.bin"), content);
  await gitIn(git_root, "add", "--all");
  await gitIn(git_root, "commit", "--quiet", "--message", "Model");
  return { git_root, content };
}

describe("files in Git LFS", () => {
  it("are fetched from the store of the repository on this machine, as files of the clone's own", async (context) => {
    const { git_root, content } = await makeLfs(context);
    const { clone, said } = await clonedFrom(git_root);
    expect(await readFile(join(clone ?? "", "model.bin"), "utf8")).toBe(content);
    expect(said).toEqual([]);
    expect((await run("git", ["status", "--porcelain"], { cwd: clone ?? "" })).stdout).toBe("");
  });

  it("are no change where their time alone is another, and one where they were changed", async (context) => {
    const { git_root } = await makeLfs(context);
    const { session, clone } = await clonedFrom(git_root);
    const file = join(clone ?? "", "model.bin");
    const changes = async () =>
      (await service.board.call<SessionChanges>("GET", `/sessions/${session.id}/changes`)).body;
    await utimes(file, new Date(), new Date(Date.now() + 60_000));
    expect((await changes()).files).toEqual([]);
    await writeFile(file, `${"weighty ".repeat(500)}\n`);
    expect((await changes()).files.map(({ path }) => path)).toEqual(["model.bin"]);
    await gitIn(clone ?? "", "lfs", "install", "--local", "--skip-repo");
    await gitIn(clone ?? "", "add", "--all");
    await utimes(file, new Date(), new Date(Date.now() + 120_000));
    expect((await changes()).files).toMatchObject([{ path: "model.bin", additions: 1, deletions: 1 }]);
  });

  it("are pointers where they are gone, and the session says why and starts", async (context) => {
    const { git_root } = await makeLfs(context);
    await rename(join(git_root, ".git", "lfs"), join(git_root, ".git", "lfs-gone"));
    const { session, clone, said } = await clonedFrom(git_root);
    expect(session.status).toBe("needs_input");
    expect(await readFile(join(clone ?? "", "model.bin"), "utf8")).toMatch(/^version https:\/\/git-lfs/);
    expect(said).toEqual([
      expect.stringMatching(/^One file of the repository is in Git LFS and could not all be fetched/),
    ]);
  });

  it("are not fetched from a server that an untrusted repository names", async (context) => {
    const { git_root } = await makeLfs(context);
    await writeFile(join(git_root, ".lfsconfig"), "[lfs]\n\turl = https://lfs.example.test/\n");
    await gitIn(git_root, "add", "--all");
    await gitIn(git_root, "commit", "--quiet", "--message", "A server");
    const { clone, said } = await clonedFrom(git_root);
    expect(said).toEqual([expect.stringMatching(/that the repository names \(\.lfsconfig\)/)]);
    expect(await readFile(join(clone ?? "", "model.bin"), "utf8")).toMatch(/^version https:\/\/git-lfs/);
  });

  it("are pointers without git-lfs, which one sentence says with what mends it", async (context) => {
    const { git_root } = await makeLfs(context);
    const bin = newPlace();
    await mkdir(bin);
    const folders = (process.env["PATH"] ?? "").split(delimiter);
    for (const place of folders.toReversed())
      for (const name of await readdir(place).catch(() => []))
        if (name !== "git-lfs") await symlink(join(place, name), join(bin, name)).catch(() => undefined);
    const home = newPlace();
    await mkdir(home);
    const filter =
      '[filter "lfs"]\n\tprocess = git-lfs filter-process\n\tsmudge = git-lfs smudge -- %f\n\trequired = true\n';
    await writeFile(join(home, ".gitconfig"), filter);
    await using without = await startBoardService({ environment: { PATH: bin, HOME: home } });
    const { clone, said } = await makeClone(without, { git_root, branch: "main" });
    expect(said).toEqual([
      expect.stringMatching(/git-lfs is not installed.*Install git-lfs \(apt install git-lfs/),
    ]);
    expect(await readFile(join(clone ?? "", "model.bin"), "utf8")).toMatch(/^version https:\/\/git-lfs/);
    const env = { PATH: bin, HOME: home };
    const status = await run("git", ["status", "--porcelain"], { cwd: clone ?? "", env });
    expect(status.stdout).toBe("");
  });
});

describe("submodules", () => {
  it("are fetched where the repository is trusted, and said to be missing where it is not", async () => {
    const { top, library } = await makeSubmodule(newPlace());
    const before = await clonedFrom(top);
    expect(before.said).toEqual([
      expect.stringMatching(/^The repository has submodules \(libs\/lib\), .* Trust it/),
    ]);
    await trust(top);
    const { clone, said } = await clonedFrom(top);
    expect(said).toEqual([]);
    expect(await readFile(join(clone ?? "", "libs", "lib", "lib.txt"), "utf8")).toBe("library\n");
    expect((await gitIn(clone ?? "", "submodule", "status")).trim()).toMatch(/^[0-9a-f]{40} libs\/lib/);
    expect((await gitIn(join(clone ?? "", "libs", "lib"), "remote", "get-url", "origin")).trim()).toBe(
      library,
    );
  });

  it("fail the clone that lacks them where they are required", async () => {
    const { top } = await makeSubmodule(newPlace());
    const off = { require_signed_commits: false, require_submodules: false };
    await service.board.call("PATCH", "/app_settings", { git: { ...off, require_submodules: true } });
    const { session } = await clonedFrom(top);
    expect(session).toMatchObject({ status: "failed", failure_reason: "git_clone_failed" });
    expect(session.failure_detail).toMatch(
      /^The repository has submodules \(libs\/lib\), .* Submodules are required under Settings, Repositories\.$/,
    );
    await trust(top);
    expect((await clonedFrom(top)).session.status).toBe("needs_input");
    await service.board.call("PATCH", "/app_settings", { git: off });
  });

  it("have the address that theirs means beside the remote of the repository on this machine", async () => {
    const { top } = await makeSubmodule(newPlace());
    await gitIn(top, "remote", "add", "origin", "https://git.example.test/acme/app.git");
    await trust(top);
    const { clone } = await clonedFrom(top);
    const address = await gitIn(join(clone ?? "", "libs", "lib"), "remote", "get-url", "origin");
    expect(address.trim()).toBe("https://git.example.test/acme/lib");
    expect(await readFile(join(clone ?? "", "libs", "lib", "lib.txt"), "utf8")).toBe("library\n");
  });

  it("are fetched with their own, from bare repositories that lie side by side", async () => {
    const place = newPlace();
    const { top } = await makeSubmodule(join(place, "work"));
    for (const name of ["app", "lib"])
      await gitIn(place, "clone", "--quiet", "--bare", join(place, "work", name), join(place, name));
    const outer = await makeGitRepository(join(place, "outer"));
    await gitIn(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../app", "app");
    await gitIn(outer, "commit", "--quiet", "--message", "Nested");
    await trust(outer);
    const { clone, said } = await clonedFrom(outer);
    expect([said, top]).toEqual([[], top]);
    expect(await readFile(join(clone ?? "", "app", "libs", "lib", "lib.txt"), "utf8")).toBe("library\n");
  });

  it("run nothing and fetch nothing that their file names beyond an ordinary address", async () => {
    const place = newPlace();
    const { top, library } = await makeSubmodule(join(place, "work"));
    const secret = await makeGitRepository(newPlace(), { "diary.txt": "for nobody\n" });
    const ran = join(place, "ran");
    const addresses = [
      `ext::sh -c touch% ${ran}`,
      `file://${secret}`,
      secret,
      `--upload-pack=touch ${ran}`,
      `ssh://-oProxyCommand=touch ${ran}/x`,
      `../../${secret.split("/").at(-1)}`,
      `fd::17`,
    ];
    await rename(join(top, ".git", "modules"), join(top, ".git", "modules-gone"));
    const commit = (await gitIn(library, "rev-parse", "HEAD")).trim();
    const lines = addresses.flatMap((url, at) => [
      `[submodule "m${at}"]`,
      `\tpath = m${at}`,
      `\turl = ${JSON.stringify(url)}`,
      `\tupdate = "!touch ${ran}"`,
    ]);
    const names = ["../../escape", "-option"].flatMap((name, at) => [
      `[submodule "${name}"]`,
      `\tpath = n${at}`,
      `\turl = ../lib`,
    ]);
    await writeFile(join(top, ".gitmodules"), `${[...lines, ...names].join("\n")}\n`);
    await gitIn(top, "add", ".gitmodules");
    const paths = [...addresses.map((_, at) => `m${at}`), "n0", "n1"];
    for (const path of paths)
      await gitIn(top, "update-index", "--add", "--cacheinfo", `160000,${commit},${path}`);
    await gitIn(top, "commit", "--quiet", "--message", "Hostile");
    await trust(top);
    const { session, clone, said } = await clonedFrom(top);
    expect(session.status).toBe("needs_input");
    expect(said).toEqual([expect.stringMatching(/^Submodules could not be fetched.* and 2 more\.$/)]);
    for (const path of paths) expect(await readdir(join(clone ?? "", path)), path).toEqual([]);
    await expect(readFile(ran)).rejects.toThrow("ENOENT");
    const config = await readFile(join(clone ?? "", ".git", "config"), "utf8");
    expect(config).not.toMatch(/touch|diary|ext::|escape/);
  });
});

it("runs no hook of the repository where the owner's folder of hooks is named relative to it", async () => {
  const home = newPlace();
  await mkdir(home);
  await writeFile(join(home, ".gitconfig"), "[core]\n\thooksPath = .githooks\n");
  const ran = join(home, "ran");
  const git_root = newPlace();
  await makeGitRepository(git_root);
  await mkdir(join(git_root, ".githooks"));
  await writeFile(join(git_root, ".githooks", "post-checkout"), `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 });
  await gitIn(git_root, "add", "--all");
  await gitIn(git_root, "commit", "--quiet", "--message", "Hooks");
  await using own = await startBoardService({ environment: { HOME: home } });
  expect((await makeClone(own, { git_root })).session.status).toBe("needs_input");
  await expect(readFile(ran)).rejects.toThrow("ENOENT");
});

it("lets an agent work with what was fetched", async (context) => {
  const { git_root } = await makeLfs(context);
  const prompt =
    "#script bash cmd=git checkout -b side 2>&1; git status --porcelain; wc -c model.bin\n#script say Done.";
  const { id } = await createSession(service, { git_root, prompt });
  expect((await service.waitFor(id, atRest, 60_000)).status).toBe("needs_input");
  expect(await transcriptOf(service, id)).toMatch(/4001 model\.bin/);
});
