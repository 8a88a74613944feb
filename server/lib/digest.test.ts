import { expect, it } from "vitest";
import { digestAway, digestOf } from "./digest.ts";

it("is the same on another thread", async () => {
  for (const text of ["", "a diff\n", "ü".repeat(100_000)])
    expect(await digestAway(Buffer.from(text))).toBe(digestOf(text));
});
