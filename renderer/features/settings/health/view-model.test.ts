import { expect, it } from "vitest";
import type { HealthLine, HealthState } from "../../../../server/domains/installation/health/model.ts";
import { pageOf, shownLines, wholeNumber } from "./view-model.ts";

const line = (id: string, state: HealthState): HealthLine => ({
  id,
  state,
  group: "queue",
  title: id,
  value: "",
  meaning: "",
  since: "2026-01-01T00:00:00Z",
  lever: null,
});

it("shows what does not work first, then what needs attention, and the rest on request", () => {
  const lines = [line("a", "healthy"), line("b", "warning"), line("c", "critical"), line("d", "warning")];
  expect(shownLines(lines, false).map(({ id }) => id)).toEqual(["c", "b", "d"]);
  expect(shownLines(lines, true).map(({ id }) => id)).toEqual(["c", "b", "d", "a"]);
});

it("leads to the page of what another page mends", () => {
  expect(pageOf("backups")).toMatchObject({ section: "data" });
  expect(pageOf("cleanup_processes")).toBeNull();
  expect(pageOf(null)).toBeNull();
});

it.each([
  ["7", 7],
  ["0", null],
  ["366", null],
  ["1.5", null],
  ["", null],
  ["x", null],
])("reads %j as %j days", (typed, days) => {
  expect(wholeNumber(typed, { least: 1, most: 365 })).toBe(days);
});
