import { expect, it } from "vitest";
import { isAtLeast } from "./version-rules.ts";

it.each([
  ["2.1.0", "2.1", true],
  ["2.1.329", "2.1", true],
  ["2.10.0", "2.9", true],
  ["3.0.0", "2.1", true],
  ["2.0.99", "2.1", false],
  ["0.2.9", "2.1", false],
  ["0.169.0", "0.144", true],
  ["0.87.1", "0.87.1", true],
  ["unknown", "0.87", true],
])("%s is %s or newer: %s", (version, oldest, expected) => {
  expect(isAtLeast(version, oldest)).toBe(expected);
});
