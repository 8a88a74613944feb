import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytesOfPath, gitPathOf, pathOfShown, shownPath } from "./git-path-rules.ts";

const path = (bytes: string): string => gitPathOf(Buffer.from(bytes, "latin1"));
const utf8 = (text: string): string => gitPathOf(Buffer.from(text, "utf8"));

describe("a path as text", () => {
  it.each([
    ["src/a b.txt", utf8("src/a b.txt")],
    ["naïve/日本 👩‍👩.md", utf8("naïve/日本 👩‍👩.md")],
    ["back\\slash", path("back\\slash")],
    ["-rf", path("-rf")],
    ['in"side', path('in"side')],
    ['"\\"quoted\\""', path('"quoted"')],
    ['"caf\\351.txt"', path("caf\xe9.txt")],
    ['"a\\nb\\tc\\\\\\001\\177"', path("a\nb\tc\\\x01\x7f")],
    ['"cod\\342\\200\\256txt.exe"', utf8("cod\u202etxt.exe")],
  ])("%s", (shown, raw) => {
    expect(shownPath(raw)).toBe(shown);
    expect(pathOfShown(shown)).toBe(raw);
  });

  it("names one path only, whatever its bytes", () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 255 });
    fc.assert(
      fc.property(bytes, (name) => {
        const raw = gitPathOf(name);
        expect([...bytesOfPath(pathOfShown(shownPath(raw)) ?? "")]).toEqual([...name]);
      }),
    );
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        if (Buffer.compare(one, other) !== 0)
          expect(shownPath(gitPathOf(one))).not.toBe(shownPath(gitPathOf(other)));
      }),
    );
  });

  it.each(['"', '"open', '"a"b"', '"\\x41"', '"\\9"', '"\\400"', '"a\\"'])("is not %s", (text) => {
    expect(pathOfShown(text)).toBeNull();
  });
});
