import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findLink, parseDeepLink } from "./deep-link.ts";

describe("parseDeepLink", () => {
  it.each([
    ["signalbox://open", "/"],
    ["signalbox://open/", "/"],
    ["signalbox://new", "/sessions/new"],
    ["signalbox://inbox", "/inbox"],
    ["signalbox://settings/desktop", "/settings/desktop"],
    ["signalbox://session/7", "/sessions/7"],
    ["signalbox://session/fix-the-build-2", "/sessions/fix-the-build-2"],
  ])("takes %s for %s", (link, path) => {
    expect(parseDeepLink(link)).toBe(path);
  });

  it.each([
    ["another scheme", "https://session/7"],
    ["a scheme in capitals", "SIGNALBOX://session/7"],
    ["an action", "signalbox://pause-all"],
    ["a place every object has", "signalbox://constructor"],
    ["a session of no name", "signalbox://session"],
    ["the page for a new session under the name of one", "signalbox://session/new"],
    ["a way out of its folder", "signalbox://session/../settings"],
    ["an encoded way out", "signalbox://session/%2e%2e%2fsettings"],
    ["a second step", "signalbox://session/7/archive"],
    ["a query", "signalbox://new?prompt=rm"],
    ["a fragment", "signalbox://session/7#x"],
    ["credentials", "signalbox://me@session/7"],
    ["a host", "signalbox://session:80/7"],
    ["a second line", "signalbox://session/7\n--no-sandbox"],
    ["space around it", " signalbox://session/7"],
    ["an id too long to be one", `signalbox://session/${"9".repeat(200)}`],
  ])("refuses %s", (_title, link) => {
    expect(parseDeepLink(link)).toBeNull();
  });

  it("returns only plain paths of the board, whatever the input", () => {
    const piece = fc.constantFrom(
      "signalbox:",
      "//",
      "/",
      "session",
      "settings",
      "new",
      "7",
      "a-b",
      "..",
      "?",
      "#",
      "@",
      "\n",
      "%2e",
    );
    const hostile = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
    );
    fc.assert(
      fc.property(hostile, (link) => {
        const path = parseDeepLink(link);
        expect(path === null || /^\/(?:[a-z]+(?:\/[a-z0-9-]+)?)?$/.test(path)).toBe(true);
        if (path !== null) expect(new URL(path, "http://127.0.0.1:1").pathname).toBe(path);
      }),
    );
  });

  it("accepts every id and slug that a session can have", () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,8}$/);
    const slug = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join("-"));
    const id = fc.integer({ min: 1, max: 2 ** 40 }).map(String);
    fc.assert(
      fc.property(
        fc.oneof(
          id,
          slug.filter((name) => name !== "new"),
        ),
        (name) => {
          expect(parseDeepLink(`signalbox://session/${name}`)).toBe(`/sessions/${name}`);
        },
      ),
    );
  });
});

describe("linkAmong", () => {
  it.each([
    ["finds it after switches", ["/opt/signalbox", "--no-sandbox", "signalbox://session/7"], "/sessions/7"],
    ["passes over what is not one", ["signalbox://evil?x", "signalbox://inbox"], "/inbox"],
    ["finds none in a switch", ["--url=signalbox://inbox"], null],
  ])("%s", (_title, argv, path) => {
    expect(findLink(argv)).toBe(path);
  });
});
