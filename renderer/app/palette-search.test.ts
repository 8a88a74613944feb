import { describe, expect, it } from "vitest";
import { matchScore, sortByMatch } from "./palette-search.ts";

describe("the palette", () => {
  it("finds nothing by scattered letters", () => {
    expect(matchScore("greet", ["Light appearance", "theme color"])).toBe(0);
  });

  it("requires every word, in any order", () => {
    expect(matchScore("name greeting", ["Teach the greeting to use a name"])).toBe(1);
    expect(matchScore("greeting orchard", ["Teach the greeting"])).toBe(0);
  });

  it("prefers beginnings of words, and the beginning of the title most", () => {
    const begun = matchScore("import", ["Fix the imports"]);
    expect(begun).toBeGreaterThan(matchScore("port", ["Fix the imports"]));
    expect(matchScore("fix the", ["Fix the imports"])).toBeGreaterThan(begun);
  });

  it("prefers the title to other keywords", () => {
    const title = matchScore("invo", ["Make the invoices add up"]);
    expect(title).toBeGreaterThan(matchScore("invo", ["Triggers", "schedule invoke"]));
  });

  it("lists the group with the best match first and keeps the order of equal matches", () => {
    const places = { id: "places", names: [["Triggers", "schedule invoke"], ["Inbox"]] };
    const sessions = { id: "sessions", names: [["Fix the imports"], ["Make the invoices add up"]] };
    const idsFor = (typed: string) => sortByMatch(typed, [places, sessions]).map(({ id }) => id);
    expect(idsFor("invo")).toEqual(["sessions", "places"]);
    expect(idsFor("")).toEqual(["places", "sessions"]);
  });

  it("finds a session by its number and its slug", () => {
    const names = ["Teach the greeting", "#42", "teach-the-greeting"];
    expect(matchScore("#42", names)).toBe(1);
    expect(matchScore("teach-the-greeting", names)).toBe(1);
    expect(matchScore("#4", ["Other", "#14"])).toBe(0);
  });

  it.each(["greetign", "greting", "greetting", "greeying"])("tolerates one typing error: %s", (typed) => {
    expect(matchScore(typed, ["Teach the greeting"])).toBeGreaterThan(0);
  });

  it("tolerates no error in a short word", () => {
    expect(matchScore("tha", ["Teach the greeting"])).toBe(0);
  });

  it("matches the initials of a title", () => {
    expect(matchScore("ns", ["New session"])).toBeGreaterThan(0);
  });

  it("shows everything before anything is typed", () => {
    expect(matchScore(" ", ["Board"])).toBe(1);
  });
});
