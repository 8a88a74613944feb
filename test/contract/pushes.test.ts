import { randomBytes } from "node:crypto";
import { chmod, mkdir, readdir, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BoardService, startBoardService } from "../support/board.ts";
import { type PushingClone, pushingClone } from "../support/pushing.ts";
import { gitIn, makeGitRepository } from "../support/repository.ts";
import { selfToken } from "../support/self-client.ts";

let service: BoardService;
beforeAll(async () => {
  service = await startBoardService({ environment: { SERVICE_SANDBOX: "workspace" } });
});
afterAll(() => service[Symbol.asyncDispose]());

const fresh = async (): Promise<PushingClone> =>
  pushingClone(service, { gitRoot: await service.repository() });
const logOf = async (id: number): Promise<string> =>
  JSON.stringify((await service.call("GET", `/sessions/${id}/logs`)).body);
const pushesFolder = () => join(service.service.dataFolder, "pushes");

describe("a push of an agent", () => {
  it("is in the owner's repository once it is answered, with git's reflog and the session's log", async () => {
    const one = await fresh();
    await gitIn(one.gitRoot, "config", "core.logAllRefUpdates", "always");
    const commit = await one.commit("feature/ä-1");
    const { ok, said } = await one.push("--set-upstream", "origin", "feature/ä-1");
    expect(said).toContain("* [new branch]");
    expect(ok).toBe(true);
    expect(await one.at("refs/heads/feature/ä-1")).toBe(commit);
    expect(await gitIn(one.gitRoot, "reflog", "feature/ä-1")).toContain("push");
    expect(await one.git("remote", "-v")).toContain(`${one.gitRoot} (fetch)`);
    expect(await logOf(one.id)).toContain(`Pushed feature/ä-1 to ${one.gitRoot}`);
    await gitIn(one.gitRoot, "fsck", "--full");
    expect(await readdir(pushesFolder())).toEqual([]);
    const next = await one.commit("feature/ä-1");
    expect(await one.push()).toMatchObject({ ok: true });
    expect(await one.at("refs/heads/feature/ä-1")).toBe(next);
    expect(await one.push()).toMatchObject({ ok: true, said: expect.stringContaining("up-to-date") });
  });

  it("goes through for a large commit, tags, notes, options that the owner allows, and deletes", async () => {
    const one = await fresh();
    await gitIn(one.gitRoot, "config", "receive.advertisePushOptions", "true");
    await writeFile(join(one.clone, "large.bin"), randomBytes(5_000_000));
    await one.commit("large");
    await one.git("tag", "--annotate", "--message", "One", "v1");
    await one.git("notes", "add", "--message", "Note", "HEAD");
    expect(await one.push("-o", "ci.skip", "origin", "large")).toMatchObject({ ok: true });
    expect(await one.push("--tags")).toMatchObject({ ok: true });
    expect(await one.push("origin", "refs/notes/commits")).toMatchObject({ ok: true });
    expect(await one.at("refs/tags/v1^{commit}")).toBe(await one.git("rev-parse", "HEAD"));
    expect(await one.push("origin", "--delete", "large", "v1")).toMatchObject({ ok: true });
    expect([await one.at("refs/heads/large"), await one.at("refs/tags/v1")]).toEqual(["", ""]);
    await gitIn(one.gitRoot, "fsck", "--full");
  });

  it("is compared with what the owner has: other commits, leases, and all or nothing", async () => {
    const one = await fresh();
    await one.commit("shared");
    await one.push("origin", "shared");
    const before = await one.at("refs/heads/shared");
    await gitIn(one.gitRoot, "branch", "--force", "shared", "main");
    const main = await one.at("refs/heads/main");
    const mine = await one.commit("shared");
    const lease = await one.push(`--force-with-lease=shared:${before}`, "origin", "shared");
    expect(lease).toMatchObject({ ok: false, said: expect.stringContaining("stale info") });
    await one.git("commit", "--quiet", "--amend", "--message", "Other");
    await gitIn(one.gitRoot, "branch", "--force", "shared", mine).catch(() => undefined);
    await one.commit("second");
    await gitIn(one.gitRoot, "config", "receive.denyDeletes", "true");
    const atomic = await one.push("--atomic", "origin", "second:third", ":shared");
    expect(atomic.ok).toBe(false);
    expect(atomic.said).toMatch(/deletion prohibited|atomic/);
    expect([await one.at("refs/heads/third"), await one.at("refs/heads/shared")]).toEqual(["", main]);
    await gitIn(one.gitRoot, "config", "receive.denyNonFastForwards", "true");
    const [first] = [await one.commit("line")];
    await one.push("origin", "line");
    await one.git("commit", "--quiet", "--amend", "--message", "Rewritten");
    const forced = await one.push("--force", "origin", "line");
    expect(forced).toMatchObject({ ok: false, said: expect.stringContaining("non-fast-forward") });
    expect(await one.at("refs/heads/line")).toBe(first);
  });

  it.each(["refuse", "updateInstead", null])(
    "to the branch that is checked out is refused in git's own words (%s)",
    async (setting) => {
      const one = await fresh();
      if (setting !== null) await gitIn(one.gitRoot, "config", "receive.denyCurrentBranch", setting);
      const before = await one.at("refs/heads/main");
      await one.commit("main");
      const { ok, said } = await one.push("origin", "main");
      expect({ ok, said }).toMatchObject({
        ok: false,
        said: expect.stringContaining("branch is currently checked out"),
      });
      expect(await one.at("refs/heads/main")).toBe(before);
      expect(await gitIn(one.gitRoot, "status", "--porcelain")).toBe("");
    },
  );

  it("runs no hook of the owner, which the session's log says once", async () => {
    const one = await fresh();
    const ran = join(service.folder, "hook-ran");
    for (const name of ["pre-receive", "update", "post-receive", "reference-transaction"]) {
      await writeFile(join(one.gitRoot, ".git/hooks", name), `#!/bin/sh\ntouch ${ran}\nexit 1\n`);
      await chmod(join(one.gitRoot, ".git/hooks", name), 0o755);
    }
    for (const branch of ["one", "two"]) {
      await one.commit(branch);
      expect(await one.push("origin", branch)).toMatchObject({ ok: true });
    }
    expect(await readdir(service.folder)).not.toContain("hook-ran");
    expect((await logOf(one.id)).split("They do not run for what agents push").length).toBe(2);
  });

  it("is refused if the name could be more than a name to a shell, with the rest of it", async () => {
    const one = await fresh();
    await one.commit("sound");
    const { ok, said } = await one.push("origin", "HEAD:refs/heads/fix;touch${IFS}x;", "sound");
    expect(ok).toBe(false);
    expect(said).toMatch(/! \[remote rejected\] HEAD -> fix;touch\$\{IFS\}x; \(a new name may have/);
    expect(said).toContain("(not pushed because of another name)");
    expect(await gitIn(one.gitRoot, "for-each-ref", "--format=%(refname)")).toBe("refs/heads/main\n");
    const replaced = await one.push("origin", "HEAD:refs/replace/1111111111111111111111111111111111111111");
    expect(replaced.said).toContain("only branches, tags and notes can be pushed");
  });

  it("follows no link where git would write", async () => {
    const one = await fresh();
    await mkdir(join(one.gitRoot, ".git/logs"), { recursive: true });
    const target = join(service.folder, "a-hook");
    await writeFile(target, "");
    await rename(join(one.gitRoot, ".git/logs/HEAD"), join(one.gitRoot, ".git/logs/HEAD.old")).catch(
      () => undefined,
    );
    await symlink(target, join(one.gitRoot, ".git/logs/HEAD"));
    await one.commit("feature");
    const { ok, said } = await one.push("origin", "feature");
    expect(ok).toBe(false);
    expect(said.replaceAll(/\nremote: /g, "")).toContain(
      "logs/HEAD is a link, through which git would write",
    );
  });

  it("that is broken is refused before anything reaches the owner's repository", async () => {
    const one = await fresh();
    const objects = () => readdir(join(one.gitRoot, ".git/objects"), { recursive: true });
    const before = await objects();
    const blob = await one.git("rev-parse", "HEAD:README.md");
    await writeFile(
      join(one.clone, "tree"),
      Buffer.concat([Buffer.from("100644 .git\0"), Buffer.from(blob, "hex")]),
    );
    const tree = await one.git("hash-object", "-t", "tree", "-w", "--literally", "tree");
    const commit = await one.git("commit-tree", "-p", "HEAD", "-m", "Broken", tree);
    const { ok, said } = await one.push("origin", `${commit}:refs/heads/broken`);
    expect(ok).toBe(false);
    expect(said).toMatch(/hasDotgit|contains '\.git'/);
    expect(await objects()).toEqual(before);
    expect(await readdir(pushesFolder())).toEqual([]);
  });
});

describe("a repository of the owner", () => {
  const pushed = async (one: PushingClone, repository: string): Promise<void> => {
    const commit = await one.commit("feature");
    expect(await one.push("origin", "feature")).toMatchObject({ ok: true });
    expect((await gitIn(repository, "rev-parse", "refs/heads/feature")).trim()).toBe(commit);
    await gitIn(repository, "fsck", "--full");
  };

  it("may be bare, have spaces and letters of any language in its path, and be named by a URL", async () => {
    const bare = join(service.folder, "Ordner mit ü", "bare repository.git");
    await gitIn(service.folder, "clone", "--quiet", "--bare", await service.repository(), bare);
    await pushed(await pushingClone(service, { gitRoot: pathToFileURL(bare).href }), bare);
    const other = await makeGitRepository(join(service.folder, "日本語"));
    await pushed(await pushingClone(service, { gitRoot: `file://${other}` }), other);
  });

  it("may take a push to the branch that a bare one is at", async () => {
    const bare = join(service.folder, "central.git");
    await gitIn(service.folder, "clone", "--quiet", "--bare", await service.repository(), bare);
    const one = await pushingClone(service, { gitRoot: bare });
    const commit = await one.commit("main");
    expect(await one.push("origin", "main")).toMatchObject({ ok: true });
    expect(await one.at("refs/heads/main")).toBe(commit);
  });

  it("may name its objects by SHA-256", async () => {
    const repository = join(service.folder, "sha256");
    await gitIn(
      service.folder,
      "init",
      "--quiet",
      "--object-format=sha256",
      "--initial-branch=main",
      repository,
    );
    await gitIn(repository, "commit", "--quiet", "--allow-empty", "--message", "First");
    await pushed(await pushingClone(service, { gitRoot: repository }), repository);
  });

  it("may be a linked worktree, whose branch counts as checked out", async () => {
    const repository = await service.repository();
    const worktree = join(service.folder, "worktree");
    await gitIn(repository, "worktree", "add", "--quiet", "-b", "elsewhere", worktree);
    const one = await pushingClone(service, { gitRoot: worktree, branch: "elsewhere" });
    await pushed(one, repository);
    await one.commit("elsewhere");
    expect((await one.push("origin", "elsewhere")).said).toContain("branch is currently checked out");
  });

  it("may have submodules", async () => {
    const repository = await service.repository();
    const inner = await service.repository();
    await gitIn(
      repository,
      "-c",
      "protocol.file.allow=always",
      "submodule",
      "--quiet",
      "add",
      inner,
      "inner",
    );
    await gitIn(repository, "commit", "--quiet", "--message", "Submodule");
    await pushed(await pushingClone(service, { gitRoot: repository }), repository);
  });

  it("is the one above a folder that is named", async () => {
    const repository = await service.repository({ "api/a.txt": "a" });
    const created = await service.call("POST", "/sessions", { git_root: join(repository, "api") });
    expect(created.body).toMatchObject({ session: { git_root: repository, subdirectory: "api" } });
  });
});

describe("a session that may not push", () => {
  it("is told what to change, by git, and fetches all the same", async () => {
    const one = await pushingClone(service, { gitRoot: await service.repository(), trusted: false });
    await one.commit("feature");
    const { ok, said } = await one.push("origin", "feature");
    expect(ok).toBe(false);
    expect(said).toContain(
      `remote error: ${one.gitRoot} is not trusted, so this session cannot push to it. Ask for a person`,
    );
    expect(await one.at("refs/heads/feature")).toBe("");
    await one.git("fetch");
    await service.board.call("POST", "/repositories/trust", { git_root: one.gitRoot });
    expect(await one.push("origin", "feature")).toMatchObject({ ok: true });
    const change = {
      git_root: one.gitRoot,
      sandbox: null,
      sandbox_read: [],
      sandbox_write: [],
      sandbox_grants: [],
    };
    expect((await service.board.call("PUT", "/repositories/sandbox", change)).status).toBe(200);
    expect((await one.push("origin", "HEAD:other")).said).toContain("does not have the grant git");
  });

  it("gets nothing with any credential but its own token", async () => {
    const [one, other] = [await fresh(), await fresh()];
    const own = selfToken(service, one.id);
    const paths = [
      ["GET", `/git/${one.id}/info/refs?service=git-receive-pack`],
      ["POST", `/git/${one.id}/git-receive-pack`],
    ] as const;
    const status = async (at: number, headers: Record<string, string>) => {
      const [method, path] = paths[at] ?? paths[0];
      return (await fetch(service.url + path, { method, headers })).status;
    };
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    for (const at of [0, 1]) {
      expect(await status(at, bearer(own))).toBe(200);
      expect(await status(at, {})).toBe(401);
      expect(await status(at, bearer(selfToken(service, other.id)))).toBe(403);
      expect(await status(at, bearer(service.key))).toBe(401);
      expect(await status(at, { "x-api-key": service.key })).toBe(401);
      expect(await status(at, service.board.headers)).toBe(401);
      expect(await status(at, { "x-api-key": own })).toBe(401);
    }
    const upload = `${service.url}/git/${one.id}/info/refs?service=git-upload-pack`;
    expect((await fetch(upload, { headers: bearer(own) })).status).toBe(403);
    const objects = `${service.url}/git/${one.id}/objects/info/packs`;
    expect((await fetch(objects, { headers: bearer(own) })).status).toBe(404);
    await service.call("POST", `/sessions/${one.id}/archive`);
    expect(await status(0, bearer(own))).toBe(401);
  });
});
