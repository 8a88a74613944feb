import { appendFile, chmod, mkdir, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BoardService, startBoardService } from "../support/board.ts";
import { type ChangedClone, changedClone } from "../support/changes.ts";

let service: BoardService;
let git_root: string;
beforeAll(async () => {
  service = await startBoardService();
  git_root = await service.repository({
    "a.txt": "a\n",
    "b.txt": "b\r\nb\r\n",
    "src/c.txt": "c\n",
    "src/d.txt": "d\n",
    "e.bin": "e\n",
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const at = (clone: ChangedClone, name: string): string => join(clone.path, name);

describe("a change shows, whatever was done to its clone", () => {
  it.each<[string, (clone: ChangedClone) => Promise<unknown>, string[]]>([
    [
      "git told to assume that the file is unchanged",
      async (clone) => [
        await clone.git("update-index", "--assume-unchanged", "a.txt"),
        await appendFile(at(clone, "a.txt"), "x\n"),
      ],
      ["a.txt"],
    ],
    [
      "git told to skip the file",
      async (clone) => [
        await clone.git("update-index", "--skip-worktree", "a.txt"),
        await appendFile(at(clone, "a.txt"), "x\n"),
      ],
      ["a.txt"],
    ],
    [
      "git told to skip a file that is gone",
      async (clone) => [
        await clone.git("update-index", "--skip-worktree", "a.txt"),
        await rm(at(clone, "a.txt")),
      ],
      ["a.txt"],
    ],
    [
      "a sparse checkout, and a file beyond it",
      async (clone) => [
        await clone.git("sparse-checkout", "set", "--cone", "none"),
        await appendFile(at(clone, "a.txt"), "x\n"),
        await mkdir(at(clone, "src")),
        await writeFile(at(clone, "src/c.txt"), "x\n"),
      ],
      ["a.txt", "src/c.txt"],
    ],
    [
      "a sparse index",
      async (clone) => [
        await clone.git("sparse-checkout", "set", "--cone", "--sparse-index", "none"),
        await writeFile(at(clone, "new.txt"), "x\n"),
      ],
      ["new.txt"],
    ],
    [
      "the clone's own list of what to ignore",
      async (clone) => [
        await writeFile(at(clone, ".git/info/exclude"), "*\n"),
        await writeFile(at(clone, "new.txt"), "x\n"),
      ],
      ["new.txt"],
    ],
    [
      "names said not to differ by case",
      async (clone) => [
        await clone.git("config", "core.ignorecase", "true"),
        await writeFile(at(clone, "A.TXT"), "x\n"),
      ],
      ["A.TXT"],
    ],
    ["a rename by case alone", async (clone) => clone.git("mv", "a.txt", "A.txt"), ["A.txt"]],
    [
      "modes said not to count",
      async (clone) => [
        await clone.git("config", "core.filemode", "false"),
        await chmod(at(clone, "a.txt"), 0o755),
      ],
      ["a.txt"],
    ],
    [
      "links said not to exist",
      async (clone) => [
        await clone.git("config", "core.symlinks", "false"),
        await rm(at(clone, "a.txt")),
        await symlink("b.txt", at(clone, "a.txt")),
      ],
      ["a.txt"],
    ],
    [
      "a file that is a folder now",
      async (clone) => [
        await rm(at(clone, "a.txt")),
        await mkdir(at(clone, "a.txt")),
        await writeFile(at(clone, "a.txt/x"), "x\n"),
      ],
      ["a.txt", "a.txt/x"],
    ],
    [
      "a folder that is a file now",
      async (clone) => [
        await rm(at(clone, "src"), { recursive: true }),
        await writeFile(at(clone, "src"), "x\n"),
      ],
      ["src", "src/c.txt", "src/d.txt"],
    ],
    [
      "a folder that is a link now",
      async (clone) => [
        await rename(at(clone, "src"), at(clone, "moved")),
        await symlink("moved", at(clone, "src")),
      ],
      ["moved/c.txt", "moved/d.txt", "src"],
    ],
    ["line ends alone", async (clone) => writeFile(at(clone, "a.txt"), "a\r\n"), ["a.txt"]],
    [
      "an entry without content",
      async (clone) => [
        await writeFile(at(clone, "new.txt"), "x\n"),
        await clone.git("add", "--intent-to-add", "new.txt"),
      ],
      ["new.txt"],
    ],
    [
      "a conflict",
      async (clone) => [
        await clone.shell(
          `g() { git -c user.name=A -c user.email=a@a.invalid "$@"; }; git checkout -q -b one; echo one > a.txt; g commit -qam One; git checkout -q -b two HEAD~1; echo two > a.txt; g commit -qam Two; g merge -q one || true`,
        ),
      ],
      ["a.txt"],
    ],
    [
      "an index that is gone",
      async (clone) => [await rm(at(clone, ".git/index")), await appendFile(at(clone, "a.txt"), "x\n")],
      ["a.txt"],
    ],
    [
      "an index that is garbage",
      async (clone) => [
        await writeFile(at(clone, ".git/index"), "garbage"),
        await appendFile(at(clone, "a.txt"), "x\n"),
      ],
      ["a.txt"],
    ],
    [
      "a file that left the index and is ignored by nobody",
      async (clone) => [
        await clone.git("rm", "-q", "--cached", "a.txt"),
        await appendFile(at(clone, "a.txt"), "x\n"),
      ],
      ["a.txt"],
    ],
  ])("%s", async (_what, happen, paths) => {
    const clone = await changedClone(service, { git_root });
    await happen(clone);
    expect(await clone.paths()).toEqual(paths);
    for (const path of paths) expect((await clone.diff(path)).body.diff).toContain("diff --git");
  });
});

it("runs no filter, text conversion or other program that the clone names", async () => {
  const clone = await changedClone(service, { git_root });
  const marks = `${clone.path}.ran`;
  await mkdir(marks);
  const settings = [
    "filter.f.clean",
    "filter.f.smudge",
    "diff.external",
    "diff.d.textconv",
    "diff.d.command",
    "core.fsmonitor",
  ];
  for (const name of settings) await clone.git("config", name, `touch ${join(marks, name)}; cat`);
  await writeFile(at(clone, ".gitattributes"), "* filter=f diff=d\n");
  await appendFile(at(clone, "a.txt"), "x\n");
  expect(await clone.paths()).toEqual([".gitattributes", "a.txt"]);
  expect((await clone.diff("a.txt")).body.diff).toContain("+x");
  expect(await readdir(marks)).toEqual([]);
});
