import { existsSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { describe, expect, it, vi } from "vitest";
import { silentLog } from "../../../../test/support/database.ts";
import { openSearchBed, type SearchBed } from "./search-test-bed.ts";
import { contentSearchService } from "./service.ts";

const never = new AbortController().signal;
const hay = JSON.stringify({ text: "hay ".repeat(20_000) });

async function withService(
  work: (bed: SearchBed, service: ReturnType<typeof contentSearchService>) => Promise<void>,
  options: { settleMs?: number; idleMs?: number } = {},
): Promise<void> {
  await using bed = await openSearchBed({ engine: false });
  const service = contentSearchService({ folder: bed.folder.path, log: silentLog, ...options });
  try {
    await work(bed, service);
  } finally {
    await service.close();
  }
}

const indexedTexts = (bed: SearchBed): number => {
  if (!existsSync(bed.indexFile)) return 0;
  const sql = new Sqlite(bed.indexFile, { readonly: true });
  try {
    return sql.prepare("SELECT COUNT(*) FROM sessions WHERE line_count >= 0").pluck().get() as number;
  } catch {
    return 0; // It is being made.
  } finally {
    sql.close();
  }
};

describe("the search thread", () => {
  it("answers several searches at once", () =>
    withService(async (bed, service) => {
      const ids = [bed.addSession(), bed.addSession()];
      await bed.addLines(ids[0] ?? 0, ['{"text":"one"}']);
      await bed.addLines(ids[1] ?? 0, ['{"text":"two"}']);
      const answers = await Promise.all(
        ["one", "two", "three"].map((needle) => service.scan(bed.request(needle), never)),
      );
      expect(answers.map(({ found }) => found)).toEqual([[ids[0]], [ids[1]], []]);
    }));

  it("ends a search whose caller has left", () =>
    withService(async (bed, service) => {
      for (let n = 0; n < 200; n++) await bed.addLines(bed.addSession(), [hay]);
      const caller = new AbortController();
      const scan = service.scan(bed.request("needle"), caller.signal);
      caller.abort();
      expect((await scan).scanned).toBeLessThan(200);
    }));

  it("indexes shortly after a change, all changes at once, and after a search", () =>
    withService(
      async (bed, service) => {
        await bed.addLines(bed.addSession(), ['{"text":"one"}']);
        service.changed();
        service.changed();
        await vi.waitFor(() => expect(indexedTexts(bed)).toBe(1), 10_000);
        await bed.addLines(bed.addSession(), ['{"text":"two"}']);
        await service.scan(bed.request("two"), never);
        await vi.waitFor(() => expect(indexedTexts(bed)).toBe(2), 10_000);
      },
      { settleMs: 1 },
    ));

  it("ends when it is idle, and starts again for the next search", () =>
    withService(
      async (bed, service) => {
        const id = bed.addSession();
        await bed.addLines(id, ['{"text":"one"}']);
        for (let n = 0; n < 3; n++) {
          expect((await service.scan(bed.request("one"), never)).found).toEqual([id]);
          // SQLite removes the side file with the last connection.
          await vi.waitFor(() => expect(existsSync(`${bed.indexFile}-wal`)).toBe(false), 10_000);
        }
      },
      { idleMs: 1, settleMs: 60_000 },
    ));

  it("lets a search return what it has found before it closes", () =>
    withService(async (bed, service) => {
      for (let n = 0; n < 200; n++) await bed.addLines(bed.addSession(), [hay]);
      const scan = service.scan(bed.request("needle"), never);
      await service.close();
      expect((await scan).scanned).toBeLessThan(200);
    }));

  it("reports that it could not search if there is no database", async () => {
    const service = contentSearchService({ folder: "/nonexistent", log: silentLog });
    await using bed = await openSearchBed({ engine: false });
    await expect(service.scan(bed.request("one"), never)).rejects.toThrow("The search thread failed");
    await service.close();
  });
});
