import { describe, expect, it } from "vitest";
import { decideNavigation, isBoardAddress } from "./navigation.ts";

const board = "http://127.0.0.1:4321";

describe("isBoardAddress", () => {
  it.each([
    "http://127.0.0.1:4321",
    "http://127.0.0.1:4321/sessions/7?tab=diff#x",
    "HTTP://127.0.0.1:4321/",
    "http://0x7f.1:4321/",
  ])("takes %s for the board", (address) => {
    expect(isBoardAddress(address, board)).toBe(true);
  });

  it.each([
    ["another port", "http://127.0.0.1:4322/"],
    ["no port", "http://127.0.0.1/"],
    ["another name of this machine", "http://localhost:4321/"],
    ["another scheme", "https://127.0.0.1:4321/"],
    ["a host that begins like it", "http://127.0.0.1:4321.evil.example/"],
    ["the board as a user name", "http://127.0.0.1:4321@evil.example/"],
    ["credentials for the board", "http://user:pass@127.0.0.1:4321/"],
    ["the board in the query", "http://evil.example/?http://127.0.0.1:4321/"],
    ["a blob of the board", "blob:http://127.0.0.1:4321/0b0e"],
    ["a file system address of the board", "filesystem:http://127.0.0.1:4321/x"],
    ["a script", "javascript:location='http://127.0.0.1:4321'"],
    ["a data page", "data:text/html,http://127.0.0.1:4321/"],
    ["an empty page", "about:blank"],
    ["a backslash host", "http://evil.example\\@127.0.0.1:4321/"],
    ["nothing", ""],
  ])("takes %s for something else", (_title, address) => {
    expect(isBoardAddress(address, board)).toBe(false);
  });

  it.each([[null], ["data:text/html,x"], ["about:blank"], ["not a url"]])(
    "has no board when it is %s",
    (home) => {
      expect(isBoardAddress("data:text/html,x", home)).toBe(false);
    },
  );
});

describe("decideNavigation", () => {
  const here = { current: `${board}/sessions`, board, isMainFrame: true };

  it.each([
    ["moves within the board", { ...here, target: `${board}/sessions/7` }, "allow"],
    ["hands a web page to the browser", { ...here, target: "https://github.com/" }, "openOutside"],
    [
      "hands over what the browser has to ask about",
      { ...here, target: "http://example.com/" },
      "openOutside",
    ],
    ["blocks a file", { ...here, target: "file:///etc/passwd" }, "block"],
    ["blocks a script", { ...here, target: "javascript:alert(1)" }, "block"],
    [
      "blocks a web page inside a frame",
      { ...here, target: "https://github.com/", isMainFrame: false },
      "block",
    ],
    ["lets the board into a frame", { ...here, target: `${board}/docs`, isMainFrame: false }, "allow"],
    [
      "hands over nothing for a foreign page",
      { ...here, current: "data:text/html,x", target: "https://a.b/" },
      "block",
    ],
    ["allows nothing before the board is up", { ...here, board: null, target: `${board}/` }, "block"],
  ] as const)("%s", (_title, navigation, expected) => {
    expect(decideNavigation(navigation)).toBe(expected);
  });
});
