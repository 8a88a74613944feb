import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sandboxIn } from "../../../test/support/sandbox-room.ts";
import { makeTestFolder, type TestFolder } from "../../../test/support/test-folder.ts";
import { placeFinder } from "./places.ts";
import type { SandboxRoom } from "./room.ts";
import { spawnInside } from "./spawn.ts";

/** Exchanges a folder and a link as fast as it can, each time in one step (renameat2), until it is ended. */
const swapper = `
my ($call, $folder, $link) = @ARGV;
$| = 1;
print "started";
while (1) { syscall($call + 0, -100, $folder, -100, $link, 2); }`;
const renameat2 = String({ x64: 316, arm64: 276 }[process.arch as string] ?? "");

const starts = 40;
const secret = "WHAT THE PERSON SHOWED NOBODY";

describe("a folder that an agent exchanges for a link while sandboxes start", () => {
  let folder: TestFolder;
  let room: SandboxRoom | null = null;
  let agent: ChildProcess | null = null;

  beforeAll(async () => {
    folder = await makeTestFolder();
    for (const name of ["home", "shared/given", "clone"]) await mkdir(folder.at(name), { recursive: true });
    await writeFile(folder.at("home/file"), secret);
    await writeFile(folder.at("shared/given/file"), "given");
    await symlink(folder.at("home"), folder.at("shared/bait"));
    const plain = await sandboxIn(folder.path, [folder.at("clone")]);
    const given = await placeFinder([])(folder.at("shared/given"));
    if (plain === null || given.kind !== "found") return;
    const pins = new Map([[given.place.path, given.place.pin]]);
    room = { ...plain, agentFolders: [folder.at("shared")], pins };
    agent = spawn("perl", ["-e", swapper, renameat2, folder.at("shared/given"), folder.at("shared/bait")]);
    if (agent.stdout) await once(agent.stdout, "data");
  });
  afterAll(async () => {
    if (agent?.kill("SIGKILL")) await once(agent, "exit");
    await folder[Symbol.asyncDispose]();
  });
  beforeEach((context) => {
    if (room === null) context.skip("No sandbox starts on this machine");
  });

  /** What an agent in a new sandbox reads, or why there is no sandbox. */
  async function seenIn(own: SandboxRoom): Promise<string> {
    const file = folder.at("shared/given/file");
    const env = { PATH: "/usr/bin:/bin", HOME: folder.at("home") };
    try {
      const launch = { command: "cat", args: [file], cwd: folder.at("clone"), env };
      const { child, opened } = await spawnInside(own, launch);
      const [said, complaints] = await Promise.all([text(child.stdout), text(child.stderr), opened]);
      return said || complaints;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  it.each(["readable", "writable"] as const)(
    "is shown as what was given or not at all, where it is %s",
    async (how) => {
      const own = room as SandboxRoom;
      const given = { ...own, [how]: [...own[how], folder.at("shared/given")] };
      const seen: string[] = [];
      for (let start = 0; start < starts; start += 1) seen.push(await seenIn(given));
      expect(seen.filter((one) => one.includes(secret))).toEqual([]);
      const known =
        /^given$|link at|does not exist any more|another one took its place|Can't (?:find source|get type|mkdir|create)|Not a directory|No such file/;
      expect(seen.filter((one) => !known.test(one))).toEqual([]);
    },
  );
});
