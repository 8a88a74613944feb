import { openSync, readSync, writeSync } from "node:fs";
import { expect, it } from "vitest";
import { silentLog } from "../../../../test/support/database.ts";
import { appSettingService } from "../../owner/app-settings/index.ts";
import { openTranscriptBed, type Said } from "../../transcripts/transcripts/transcript-test-bed.ts";
import { integrityService } from "./index.ts";
import { check } from "./worker.ts";

const said = (count: number): Said[] =>
  Array.from({ length: count }, (_, n) => ({ kind: "user", text: `${n} ${"word ".repeat(80)}` }));

async function openBed() {
  const bed = await openTranscriptBed();
  await bed.write(said(200));
  await bed.ingest();
  const file = bed.folder.at("copy.db");
  const copy = async (): Promise<void> => void (await bed.database.sql.backup(file));
  const integrity = integrityService({
    file,
    settings: appSettingService(bed),
    workers: { run: async ({ input }) => check(input as { file: string }) as never },
    clock: bed.clock,
    log: silentLog,
  });
  return { bed, file, copy, integrity };
}

const never = new AbortController().signal;

it("finds nothing in a sound database, and keeps when it looked", async () => {
  const { bed, copy, integrity } = await openBed();
  await using _ = bed;
  expect(integrity.last().checked_at).toBeNull();
  await copy();
  await integrity.check(never);
  expect(integrity.last()).toEqual({
    checked_at: expect.any(String),
    problem: null,
    sessions_with_lost_lines: [],
  });
});

it("names the sessions of which lines are lost", async () => {
  const { bed, copy, integrity } = await openBed();
  await using _ = bed;
  bed.database.sql.exec("UPDATE transcript_chunks SET blob = x'0011' WHERE first_idx = 0");
  await copy();
  await integrity.check(never);
  expect(integrity.last()).toMatchObject({ problem: null, sessions_with_lost_lines: [bed.of.id] });
});

it("says what SQLite finds in a page with flipped bytes", async () => {
  const { bed, file, copy, integrity } = await openBed();
  await using _ = bed;
  await copy();
  const root = bed.database.sql
    .prepare<[], number>("SELECT rootpage FROM sqlite_schema WHERE name = 'transcript_chunks_position'")
    .pluck()
    .get();
  const page = Buffer.alloc(100);
  const handle = openSync(file, "r+");
  const at = ((root ?? expect.unreachable()) - 1) * 4_096;
  readSync(handle, page, 0, page.length, at);
  writeSync(
    handle,
    page.map((byte) => byte ^ 0x5a),
    0,
    page.length,
    at,
  );
  await integrity.check(never);
  expect(integrity.last().problem).toMatch(/malformed|Tree|btree|page/i);
});
