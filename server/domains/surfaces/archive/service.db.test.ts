import { readdir, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openReadOnly } from "../../../db/read-only.ts";
import { everyMs, openArchiveBed, unzip } from "./archive-test-bed.ts";
import { buildArchive } from "./building.ts";
import { archiveSource } from "./source.ts";

type Bed = Awaited<ReturnType<typeof openArchiveBed>>;

const line = (n: number) => JSON.stringify({ n, text: `“${n}” ${"word ".repeat(100)}` });
const lines = (count: number) => Array.from({ length: count }, (_, n) => line(n));

const open = async (bed: Bed) => unzip(join(bed.archiveFolder, (await bed.archive.status()).zip));
const session = (files: Record<string, string>, id: number) =>
  JSON.parse(files[`sessions/${id}.json`] ?? "null") as { title: string; transcript: string } | null;

async function later(bed: Bed): Promise<void> {
  bed.clock.at += everyMs;
  await bed.run();
}

describe("the archive", () => {
  it("holds every session with its transcript, sealed and live lines alike, and a manifest", async () => {
    await using bed = await openArchiveBed();
    const [long, empty] = [bed.addSession("Long"), bed.addSession("Empty")];
    await bed.say(long, lines(500));
    await bed.run();
    const files = await open(bed);
    expect(Object.keys(files).sort()).toEqual([
      "manifest.json",
      `sessions/${long}.json`,
      `sessions/${empty}.json`,
    ]);
    expect(JSON.parse(files["manifest.json"] ?? "")).toEqual({
      session_count: 2,
      generated_at: "2026-06-01T12:10:00Z",
      session_ids: [long, empty],
    });
    expect(session(files, long)?.transcript).toBe(bed.raw(long));
    expect(session(files, empty)).toEqual({
      id: empty,
      title: "Empty",
      slug: null,
      status: "needs_input",
      prompt: null,
      git_root: "https://git.invalid/sample.git",
      branch: "main",
      created_at: "2026-06-01T12:10:00Z",
      updated_at: "2026-06-01T12:10:00Z",
      archived_at: null,
      goal: null,
      mcp_servers: [],
      transcript: "",
    });
  });

  it("adds changed sessions, copies the others as they are, and drops deleted ones", async () => {
    await using bed = await openArchiveBed();
    const ids = ["One", "Two", "Three", "Four"].map(bed.addSession);
    const [one = 0, two = 0, three = 0, four = 0] = ids;
    for (const id of ids) await bed.say(id, lines(id * 40));
    await bed.run();
    const before = await open(bed);
    bed.clock.at += 1;
    await bed.say(three, [line(9_999)]);
    bed.database.sql.exec(`DELETE FROM sessions WHERE id = ${two}`);
    await later(bed);
    const after = await open(bed);
    expect(session(after, three)?.transcript).toBe(bed.raw(three));
    expect(session(after, two)).toBeNull();
    for (const id of [one, four]) expect(after[`sessions/${id}.json`]).toBe(before[`sessions/${id}.json`]);
    expect(await bed.archive.status()).toMatchObject({ session_count: 3, complete: true, stale: false });
    await later(bed);
    expect((await readdir(bed.archiveFolder)).sort()).toEqual([
      "index.ndjson",
      expect.stringMatching(/^transcripts-\d+\.zip$/),
    ]);
  });

  it("has the subagents of a session in separate files", async () => {
    await using bed = await openArchiveBed();
    const id = bed.addSession("Parent");
    bed.database.sql.exec(`
      INSERT INTO subagent_transcripts (session_id, agent_id, status, description, created_at, updated_at)
      VALUES (${id}, '../a b', 'completed', 'Looks around', 1, 1)`);
    await bed.run();
    const name = `sessions/${id}/subagent_transcripts/..%2Fa%20b.json`;
    expect(JSON.parse((await open(bed))[name] ?? "null")).toMatchObject({
      agent_id: "../a b",
      status: "completed",
      description: "Looks around",
      transcript: "",
    });
  });

  it("works through a backlog in batches, and reports how much is left", async () => {
    await using bed = await openArchiveBed();
    for (const title of ["One", "Two", "Three"]) bed.addSession(title);
    const sql = openReadOnly(bed.database.sql.name);
    const batch = (now: number) =>
      buildArchive(archiveSource(sql), {
        folder: bed.archiveFolder,
        now,
        most: { sessions: 2, textBytes: 1 },
      });
    const states = [await batch(1), await batch(2), await batch(3), await batch(4)];
    sql.close();
    expect(states.map(({ sessionCount, deferredCount }) => [sessionCount, deferredCount])).toEqual([
      [1, 2],
      [2, 1],
      [3, 0],
      [3, 0],
    ]);
    expect(states[3]).toEqual(states[2]);
  });
});

describe("a run", () => {
  it("does nothing while nothing changes or in the first ten minutes", async () => {
    await using bed = await openArchiveBed();
    bed.clock.at -= 1;
    expect(await bed.run()).toEqual({ againAt: bed.clock.at + 1 });
    expect(bed.ran).toEqual([]);
    bed.clock.at += 1;
    await bed.run();
    await later(bed);
    expect(bed.ran).toEqual(["build"]);
    bed.archive.touch();
    expect(await bed.archive.status()).toMatchObject({
      stale: true,
      stale_reason: "Sessions have changed since it was generated",
    });
    await later(bed);
    expect(bed.ran).toEqual(["build", "build"]);
    expect(await bed.archive.status()).toMatchObject({ stale: false, stale_reason: null });
  });

  it("leaves the archive stale until it is over", async () => {
    await using bed = await openArchiveBed();
    await bed.run();
    bed.addSession("One");
    bed.archive.touch();
    const running = later(bed);
    expect(await bed.archive.status()).toMatchObject({ stale: true });
    await running;
    expect(await bed.archive.status()).toMatchObject({ session_count: 1, stale: false });
  });

  it("finds the archive of the last start, and does not write it again", async () => {
    await using bed = await openArchiveBed();
    bed.addSession("One");
    await bed.run();
    const { zip } = await bed.archive.status();
    const next = bed.startArchive();
    bed.clock.at += everyMs;
    await next.run(new AbortController().signal);
    expect(await next.status()).toMatchObject({ zip, state: "present", session_count: 1 });
  });

  it("that fails leaves the last archive intact, and the next one cleans up", async () => {
    await using bed = await openArchiveBed();
    const id = bed.addSession("One");
    await bed.run();
    await writeFile(join(bed.archiveFolder, "transcripts-9.zip.tmp"), "half of it");
    await writeFile(join(bed.archiveFolder, "transcripts-9.zip"), "whole, but never named by the index");
    await writeFile(join(bed.archiveFolder, "index.ndjson.tmp"), "{");
    expect(session(await open(bed), id)).toMatchObject({ title: "One" });
    bed.database.sql.exec(`UPDATE sessions SET title = 'Renamed', updated_at = updated_at + 1`);
    bed.archive.touch();
    await later(bed);
    expect(session(await open(bed), id)).toMatchObject({ title: "Renamed" });
    await later(bed);
    expect(await readdir(bed.archiveFolder)).toHaveLength(2);
  });

  it("keeps the archive that it replaces until the next run", async () => {
    await using bed = await openArchiveBed();
    const id = bed.addSession("One");
    await bed.run();
    const known = join(bed.archiveFolder, (await bed.archive.status()).zip);
    bed.database.sql.exec("UPDATE sessions SET title = 'Renamed', updated_at = updated_at + 1");
    bed.archive.touch();
    await later(bed);
    expect(session(await unzip(known), id)).toMatchObject({ title: "One" });
    await later(bed);
    await expect(unzip(known)).rejects.toThrow("ENOENT");
    expect(session(await open(bed), id)).toMatchObject({ title: "Renamed" });
  });

  it.each([
    ["the archive was cut short", "zip", "missing"],
    ["its index cannot be read", "index.ndjson", "never_built"],
  ])("builds everything again if %s", async (_title, name, state) => {
    await using bed = await openArchiveBed();
    const id = bed.addSession("One");
    await bed.run();
    const { zip } = await bed.archive.status();
    await truncate(join(bed.archiveFolder, name === "zip" ? zip : name), 20);
    await expect(bed.archive.status()).rejects.toMatchObject({ status: 404, extra: { state } });
    bed.archive.touch();
    await later(bed);
    expect(session(await open(bed), id)).toMatchObject({ title: "One" });
  });

  it("builds an archive again that was removed", async () => {
    await using bed = await openArchiveBed();
    await expect(bed.archive.status()).rejects.toMatchObject({
      status: 404,
      extra: { state: "never_built", archive_path: bed.archiveFolder },
    });
    bed.addSession("One");
    await bed.run();
    const path = join(bed.archiveFolder, (await bed.archive.status()).zip);
    await rm(path);
    await expect(bed.archive.status()).rejects.toMatchObject({
      status: 404,
      extra: { state: "missing", archive_path: path },
    });
    await later(bed);
    expect(await bed.archive.status()).toMatchObject({ session_count: 1 });
  });
});
