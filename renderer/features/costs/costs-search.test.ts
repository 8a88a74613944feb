import { expect, it } from "vitest";
import { readCostsSearch } from "./costs-search.ts";

it("reads what the address has, and drops what is none", () => {
  const search = { days: 30, from: "2026-11-01", to: "2026-11-02", hour: "2026-11-01T14:00" } as const;
  expect(readCostsSearch({ ...search, source: "unknown" })).toEqual({ ...search, source: "unknown" });
  expect(
    readCostsSearch({ days: 3, from: "2026-13-01", to: 7, hour: "2026-11-01", root: " ", session: "x" }),
  ).toEqual({});
});

it("reads whose calls are listed only in a report of everything", () => {
  expect(readCostsSearch({ session: 7, source: "unknown" })).toEqual({ session: 7 });
  expect(readCostsSearch({ root: 12, source: "unknown" })).toEqual({ root: "12" });
});
