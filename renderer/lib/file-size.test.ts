import { expect, it } from "vitest";
import { formatSize } from "./file-size.ts";

it.each([
  [0, "0 B"],
  [1_023, "1023 B"],
  [1_024, "1.0 KB"],
  [150 * 1_024, "150 KB"],
  [1.4 * 1_024 ** 3, "1.4 GB"],
  [3_000 * 1_024 ** 4, "3000 TB"],
])("%d bytes are %s", (bytes, words) => {
  expect(formatSize(bytes)).toBe(words);
});
