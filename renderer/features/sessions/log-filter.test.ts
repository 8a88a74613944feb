import { expect, it } from "vitest";
import { logLevel } from "../../../server/domains/sessions/logs/model.ts";
import { logFilters, logQuery, readLogFilter } from "./log-filter.ts";

it.each([
  [undefined, {}],
  ["error", { level: "error" }],
  ["not_debug", { exclude_level: "debug" }],
] as const)("asks for %s with %j", (filter, query) => {
  expect(logQuery(filter)).toEqual(query);
});

it("offers every level that there is, and no other", () => {
  const levels = logFilters.flatMap(({ value }) => Object.values(logQuery(value)));
  expect([...new Set(levels)].sort()).toEqual([...logLevel.options].sort());
});

it("reads no filter out of an address that names none", () => {
  expect([undefined, "loud", 7, "warning"].map(readLogFilter)).toEqual([
    undefined,
    undefined,
    undefined,
    "warning",
  ]);
});
