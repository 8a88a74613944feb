import { createHash } from "node:crypto";
import { chmod, link, mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { gitSandboxOf } from "../../../../test/support/git-sandbox.ts";
import { gitIn, makeGitRepository } from "../../../../test/support/repository.ts";
import { exists } from "../../../lib/exists.ts";
import { compareClone } from "./comparison.ts";
import { fileHash } from "./file-hash.ts";
import { sha256Of } from "./file-hash-worker.ts";

const environment = { PATH: process.env["PATH"] ?? "", HOME: tmpdir() };
const content = "the weights of a model\n";
let folder: string;
let clone: string;
let hashed: number;

/** What an agent does while the service reads. */
let meanwhile = async (read: () => Promise<string | null>): Promise<string | null> => read();

const hash = fileHash((file) => {
  hashed += 1;
  return meanwhile(() => sha256Of(file));
});

const pointerTo = (text: string): string =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${createHash("sha256").update(text).digest("hex")}\nsize ${text.length}\n`;

/** A clone whose commit has a pointer, as a clone with git-lfs has it. */
beforeEach(async () => {
  hashed = 0;
  meanwhile = (read) => read();
  folder = await mkdtemp(join(tmpdir(), "signalbox-lfs-test-"));
  clone = await makeGitRepository(join(folder, "clone"), {
    ".gitattributes": "*.bin filter=lfs -text\n",
    "model.bin": pointerTo(content),
    "plain.txt": pointerTo(content),
  });
  await gitIn(clone, "update-ref", "refs/signalbox/base", "HEAD");
  await mkdir(join(clone, ".git/lfs"));
  await writeFile(join(clone, "model.bin"), content);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function changed(): Promise<string> {
  const reading = { gitFolders: join(folder, "git"), environment, sandbox: gitSandboxOf(folder) };
  return compareClone({ path: clone, branch: "main", ...reading, hash }, async (comparison) => {
    const pieces: string[] = [];
    for (const { diff } of comparison.repositories)
      await diff(["--name-only"], (piece) => pieces.push(piece.toString()) > 0);
    return pieces.join("");
  });
}

it("is no change if the file is what its pointer says, which is found out once", async () => {
  expect(await changed()).toBe("");
  expect(await changed()).toBe("");
  expect(hashed).toBe(1);
  await utimes(join(clone, "model.bin"), new Date(), new Date());
  expect(await changed()).toBe("");
});

it.each<[string, (file: string) => Promise<unknown>]>([
  ["has another content of the same size", (file) => writeFile(file, content.replace("model", "modal"))],
  ["has another size", (file) => writeFile(file, `${content}more\n`)],
  ["became executable", (file) => chmod(file, 0o755)],
  ["is gone", (file) => rm(file)],
  [
    "became a link to what it was",
    async (file) => [await rename(file, join(folder, "away")), await symlink(join(folder, "away"), file)],
  ],
])("is a change if the file %s", async (_what, change) => {
  expect(await changed()).toBe("");
  await change(join(clone, "model.bin"));
  expect(await changed()).toBe("model.bin\n");
});

it("is a change where no attribute says that the file is in Git LFS", async () => {
  await writeFile(join(clone, "plain.txt"), content);
  expect(await changed()).toBe("plain.txt\n");
});

it("reads nothing outside of the clone", async () => {
  await mkdir(join(folder, "outside"));
  await writeFile(join(folder, "outside/model.bin"), content);
  await mkdir(join(clone, "deep"));
  await writeFile(join(clone, "deep/model.bin"), pointerTo(content));
  await gitIn(clone, "add", "--all", "deep");
  await rm(join(clone, "deep"), { recursive: true });
  await symlink(join(folder, "outside"), join(clone, "deep"));
  await changed();
  await link(join(folder, "outside/model.bin"), join(folder, "outside/other.bin"));
  expect(
    await sha256Of({ folder: clone, path: Buffer.from("deep/model.bin"), size: content.length }),
  ).toBeNull();
});

it("reads nothing outside of the clone where a repository in it becomes a link", async () => {
  const library = await makeGitRepository(join(folder, "library"), {
    ".gitattributes": "*.bin filter=lfs -text\n",
    "model.bin": pointerTo(content),
  });
  await gitIn(clone, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library, "inner");
  await gitIn(clone, "commit", "--quiet", "--message", "Add inner");
  await gitIn(clone, "update-ref", "refs/signalbox/base", "HEAD");
  await mkdir(join(clone, ".git/modules/inner/lfs"));
  const inner = join(clone, "inner");
  await mkdir(join(folder, "outside"));
  await writeFile(join(inner, "model.bin"), content);
  expect(await changed()).not.toContain("model.bin\n");
  await writeFile(join(inner, "model.bin"), content.replace("model", "modal"));
  await writeFile(join(folder, "outside/model.bin"), content);
  meanwhile = async (read) => {
    await rename(inner, join(folder, "away"));
    await symlink(join(folder, "outside"), inner);
    const found = await read();
    await rm(inner);
    await rename(join(folder, "away"), inner);
    return found;
  };
  expect(await changed()).toContain("model.bin\n");
});

it("runs no program that a submodule names, whatever .gitmodules says of it", async () => {
  const mark = join(folder, "ran");
  const library = await makeGitRepository(join(folder, "library"));
  await gitIn(clone, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library, "lib");
  await gitIn(clone, "config", "--file", ".gitmodules", "submodule.lib.ignore", "none");
  await gitIn(join(clone, "lib"), "config", "core.fsmonitor", `touch ${mark}; false`);
  await gitIn(join(clone, "lib"), "config", "filter.lfs.clean", `touch ${mark}; cat`);
  await gitIn(clone, "config", "filter.lfs.clean", `touch ${mark}; cat`);
  await writeFile(join(clone, "lib/README.md"), "# Changed\n");
  await utimes(join(clone, "model.bin"), new Date(), new Date());
  expect(await changed()).not.toContain("model.bin");
  expect(await exists(mark)).toBe(false);
});
