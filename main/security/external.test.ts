import { describe, expect, it } from "vitest";
import { decideExternal } from "./external.ts";

describe("decideExternal", () => {
  it.each([
    ["https://github.com/octocat/repo/pull/1", "open"],
    ["HTTPS://EXAMPLE.COM", "open"],
    ["mailto:person@example.com", "open"],
    ["http://example.com/", "confirm"],
    ["http://127.0.0.1:8080/", "confirm"],
    ["https://github.com@evil.example/", "refuse"],
    ["https://user:secret@example.com/", "refuse"],
    ["file:///etc/passwd", "refuse"],
    ["file://server/share", "refuse"],
    ["smb://server/share", "refuse"],
    ["ms-msdt:/id PCWDiagnostic", "refuse"],
    ["javascript:alert(1)", "refuse"],
    ["data:text/html,<script>1</script>", "refuse"],
    ["blob:https://example.com/1", "refuse"],
    ["view-source:https://example.com", "refuse"],
    ["vbscript:x", "refuse"],
    ["\u0001javascript:alert(1)", "refuse"],
    ["https:", "refuse"],
    ["/relative", "refuse"],
    ["C:\\Windows\\System32\\calc.exe", "refuse"],
    ["\\\\server\\share", "refuse"],
    ["", "refuse"],
  ])("%s -> %s", (address, expected) => {
    expect(decideExternal(address)).toBe(expected);
  });

  it("opens an address of 2000 characters and refuses a longer one", () => {
    const address = (length: number) => `https://example.com/${"a".repeat(length - 20)}`;

    expect([decideExternal(address(2_000)), decideExternal(address(2_001))]).toEqual(["open", "refuse"]);
  });
});
