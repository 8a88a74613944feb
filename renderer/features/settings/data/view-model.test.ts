import { describe, expect, it } from "vitest";
import type { Backup } from "../../../../server/domains/installation/backups/model.ts";
import type { DataFolder } from "../../../../server/domains/installation/data-folder/model.ts";
import {
  checkResult,
  isScarce,
  keptFor,
  progressOf,
  shownParts,
  totalOf,
  trashOptions,
} from "./view-model.ts";

const folder: DataFolder = {
  path: "/data",
  is_named: false,
  parts: [
    { part: "database", bytes: 10, files: 1, complete: true },
    { part: "search", bytes: 0, files: 0, complete: true },
    { part: "clones", bytes: 90, files: 9, complete: false },
  ],
  archived: { bytes: 0, complete: true },
  free_bytes: 4,
  disk_bytes: 100,
  measured_at: "2026-06-01T12:00:00Z",
};

it("shows the parts that are not empty, the largest first, and warns of a disk that is nearly full", () => {
  expect(shownParts(folder).map(({ part }) => part)).toEqual(["clones", "database"]);
  expect([totalOf(folder), isScarce(folder), isScarce({ ...folder, free_bytes: 50 })]).toEqual([
    100,
    true,
    false,
  ]);
});

it("offers the usual days and the chosen number", () => {
  const values = trashOptions({ trash_days: { chosen: 5, usual: 4 }, by_variable: [] });
  expect(values.map(({ label }) => label)).toEqual([
    "Default: 4 days",
    "1 day",
    "5 days",
    "7 days",
    "14 days",
    "30 days",
    "90 days",
  ]);
});

it.each([
  [0, 0, 0],
  [50, 100, 0.5],
  [200, 100, 0.95],
])("%d of %d bytes are a progress of %d", (bytes, of, expected) => {
  expect(progressOf({ started_at: "", bytes, of })).toBe(expected);
});

describe("a check", () => {
  const backup = (check: Backup["check"]): Backup => ({
    name: "b.db",
    made_at: "",
    bytes: 1,
    kind: "copy",
    check,
  });
  it.each([
    [backup(null), null],
    [backup({ checked_at: "", problem: null, sessions: 1 }), { ok: true, text: "No errors, with 1 session" }],
    [backup({ checked_at: "", problem: "Damaged.", sessions: null }), { ok: false, text: "Damaged." }],
  ])("has a sentence for %j", (checked, expected) => {
    expect(checkResult(checked)).toEqual(expected);
  });
});

it("says how long records stay", () => {
  expect(keptFor([])).toBe("Kept until you delete it");
  expect(keptFor([{ by: "days", amount: 7 }])).toBe("Kept for 7 days");
  expect(keptFor([{ by: "newest", amount: 50 }])).toBe("The newest 50 each are kept");
  expect(
    keptFor([
      { by: "session", amount: null },
      { by: "newest", amount: 2_000 },
    ]),
  ).toBe("Kept until the session is deleted, up to the newest 2,000 each");
});
