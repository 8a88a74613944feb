import { expect, it } from "vitest";
import { formatCpu, formatMemory } from "./view-model.ts";

it.each([
  [0, "0 KB"],
  [655_360, "640 KB"],
  [1_048_576, "1.0 MB"],
  [222_298_112, "212 MB"],
  [1_503_238_554, "1.4 GB"],
])("formats %d bytes as %s", (bytes, expected) => {
  expect(formatMemory(bytes)).toBe(expected);
});

it("rounds processor shares, and shows nothing before the second measurement", () => {
  expect([formatCpu(137.6), formatCpu(null)]).toEqual(["138 %", "–"]);
});
