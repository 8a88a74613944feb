import { describe, expect, it } from "vitest";
import { readPointer } from "./lfs-rules.ts";

const oid = "4d7a".repeat(16);
const version = "version https://git-lfs.github.com/spec/v1";

describe("a pointer of Git LFS", () => {
  it("says the hash and the size of its file", () => {
    const expected = { oid, size: 12_345 };
    expect(readPointer(`${version}\noid sha256:${oid}\nsize 12345\n`)).toEqual(expected);
    expect(readPointer(`${version}\next-0-case sha256:${oid}\noid sha256:${oid}\nsize 12345\n`)).toEqual(
      expected,
    );
  });

  it.each([
    ["another text", "hello\n"],
    ["one without a hash", `${version}\nsize 1\n`],
    ["one without a size", `${version}\noid sha256:${oid}\n`],
    ["one with another hash", `${version}\noid sha1:${oid.slice(0, 40)}\nsize 1\n`],
    ["one behind another line", `x\n${version}\noid sha256:${oid}\nsize 1\n`],
  ])("is not %s", (_what, text) => {
    expect(readPointer(text)).toBeNull();
  });
});
