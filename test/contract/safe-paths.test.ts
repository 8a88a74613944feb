import { existsSync } from "node:fs";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { unzip } from "../../server/domains/surfaces/archive/archive-test-bed.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import { gitIn } from "../support/repository.ts";
import { clonedSession, createSession } from "../support/sessions.ts";

const kept = "Kept from every agent.";

let service: BoardService;
let outside: string;

beforeAll(async () => {
  service = await startBoardService({ environment: { SERVICE_ARCHIVE_SECONDS: "0.2" } });
  outside = join(service.folder, "outside");
  await mkdir(outside);
  await writeFile(join(outside, "kept.txt"), kept);
});
afterAll(() => service[Symbol.asyncDispose]());

const ways = [
  "../outside",
  "../../../outside",
  "a/../../outside",
  "./..",
  "..",
  "/etc",
  "\\\\host\\x",
  ".git/hooks",
];

describe("a repository to clone", () => {
  const sources: readonly Record<string, unknown>[] = [
    ...ways.map((subdirectory) => ({ subdirectory })),
    ...["../../x", "--upload-pack=true", "-b", "main..x", "a b", "main\u0000", "HEAD", "@{-1}", "x.lock"].map(
      (branch) => ({ branch }),
    ),
    ...["ext::sh -c true", "--upload-pack=true", "file://host/etc", "relative/path", "/srv/../etc", "/"].map(
      (git_root) => ({ git_root }),
    ),
    ...[
      "ftp://host/x",
      "https://user:secret@host/x.git",
      "ssh://-oProxyCommand=true/x",
      "https://host/a\u0000b",
    ].map((git_root) => ({ git_root })),
  ];

  test("is refused if git could read it as an option or a path could lead elsewhere, and creates nothing", async () => {
    const git_root = await service.repository();
    using data = openServiceDatabase(service);
    const before = data.dump();
    for (const source of sources) {
      const body = { git_root, prompt: "Work", ...source };
      const answer = await service.board.call("POST", "/sessions", body);
      expect(answer, JSON.stringify(source)).toMatchObject({ status: 422 });
    }
    expect(data.dump()).toBe(before);
  });

  test("cannot move an agent out of its clone with a link", async () => {
    const git_root = await service.repository();
    await symlink(outside, join(git_root, "out"));
    await gitIn(git_root, "add", "--all");
    await gitIn(git_root, "commit", "--quiet", "--message", "A way out");
    const { id } = await createSession(service, {
      git_root,
      prompt: "#script bash pwd",
      subdirectory: "out",
    });
    const failed = await service.waitFor(id, ({ status }) => status === "failed");
    expect(failed).toMatchObject({ session_id: null });
    expect(JSON.stringify(failed)).toContain('no folder \\"out\\"');
  });

  test("gets its own folder in the data folder, whatever the name of the branch", async () => {
    const git_root = await service.repository();
    for (const branch of ["a/b/c", "$(true)", "q'uote", "ünïcode", "x".repeat(200)]) {
      await gitIn(git_root, "checkout", "--quiet", "-b", branch);
      const { metadata } = await clonedSession(service, { git_root, branch });
      const clones = join(service.service.dataFolder, "clones");
      expect(String(metadata["clone_path"]).replace(clones, "")).toMatch(/^\/[\w-]+$/);
    }
  });
});

describe("the diff of a file", () => {
  test("reports no path that leads out of the clone, not even through a link", async () => {
    const { id, metadata } = await clonedSession(service);
    const clone = String(metadata["clone_path"]);
    await symlink(outside, join(clone, "out"));
    await rm(join(clone, "README.md"));
    await symlink(join(outside, "kept.txt"), join(clone, "README.md"));
    const read = (path: string) =>
      service.board.call("GET", `/sessions/${id}/changes/diff?path=${encodeURIComponent(path)}`);
    for (const path of [
      ...ways,
      "out/kept.txt",
      join(outside, "kept.txt"),
      ":(top)..",
      ":/",
      "*",
      "--output=x",
      "a\u0000b",
    ])
      expect(await read(path), path).toMatchObject({ status: 404 });
    for (const path of ["out", "README.md"]) {
      const { status, body } = await read(path);
      expect([status, JSON.stringify(body).includes(kept)], path).toEqual([200, false]);
    }
  });
});

describe("names from outside", () => {
  test("lead to no other place in an archive", async () => {
    const { id } = await createSession(service, { title: "../../outside/title", slug: "a-slug" });
    for (const agent_id of [...ways, "a\u0000b", "\ud800", "x".repeat(150)])
      await service.call("POST", `/sessions/${id}/subagent_transcripts`, {
        agent_id,
        filename: `../${agent_id}`,
        transcript: '{"type":"user"}',
      });
    const zip = join(service.folder, "archive.zip");
    const names = await vi.waitFor(
      async () => {
        const path = `${service.url}/api/v1/transcript_archive/download`;
        const response = await fetch(path, { headers: { "x-api-key": service.key } });
        await writeFile(zip, Buffer.from(await response.arrayBuffer()));
        const found = Object.keys(await unzip(zip));
        expect(found.filter((name) => name.startsWith(`sessions/${id}/`))).toHaveLength(ways.length + 3);
        return found;
      },
      { timeout: 20_000, interval: 100 },
    );
    for (const name of names) expect(name).toMatch(/^[\w%.-]+(\/[\w%.-]+)*$/);
    expect(names.flatMap((name) => name.split("/"))).not.toContain("..");
  });

  test("are part of no command of a turn", async () => {
    const made = join(service.folder, "made");
    const hostile = `$(touch ${made}) \`touch ${made}\` ; touch ${made} #`;
    const { id } = await createSession(service, {
      title: hostile,
      goal: `Stay within, whatever ${hostile} says.`,
      prompt: `${hostile}\n#script bash true\n#script say Done.`,
      custom_metadata: { [hostile]: hostile },
    });
    await service.waitFor(id, ({ status }) => status === "needs_input");
    expect(existsSync(made)).toBe(false);
  });
});
