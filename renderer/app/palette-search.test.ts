import { describe, expect, it } from "vitest";
import { byFitness, fitness } from "./palette-search.ts";

describe("the palette", () => {
  it("finds nothing by letters that are merely scattered", () => {
    expect(fitness("greet", ["Light appearance", "theme colour"])).toBe(0);
  });

  it("wants every word, in any order", () => {
    expect(fitness("name greeting", ["Teach the greeting to use a name"])).toBe(1);
    expect(fitness("greeting orchard", ["Teach the greeting"])).toBe(0);
  });

  it("prefers words from their beginning, and the title's own beginning to all", () => {
    const begun = fitness("import", ["Fix the imports"]);
    expect(begun).toBeGreaterThan(fitness("port", ["Fix the imports"]));
    expect(fitness("fix the", ["Fix the imports"])).toBeGreaterThan(begun);
  });

  it("prefers the title to what else goes with it", () => {
    const title = fitness("invo", ["Make the invoices add up"]);
    expect(title).toBeGreaterThan(fitness("invo", ["Triggers", "schedule invoke"]));
  });

  it("puts the group first that has what fits best, and leaves the order that fits alike", () => {
    const places = { id: "places", names: [["Triggers", "schedule invoke"], ["Inbox"]] };
    const sessions = { id: "sessions", names: [["Fix the imports"], ["Make the invoices add up"]] };
    const idsFor = (typed: string) => byFitness(typed, [places, sessions]).map(({ id }) => id);
    expect(idsFor("invo")).toEqual(["sessions", "places"]);
    expect(idsFor("")).toEqual(["places", "sessions"]);
  });

  it("finds a session by its number and its slug", () => {
    const names = ["Teach the greeting", "#42", "teach-the-greeting"];
    expect(fitness("#42", names)).toBe(1);
    expect(fitness("teach-the-greeting", names)).toBe(1);
    expect(fitness("#4", ["Other", "#14"])).toBe(0);
  });

  it.each(["greetign", "greting", "greetting", "greeying"])("forgives one slip: %s", (typed) => {
    expect(fitness(typed, ["Teach the greeting"])).toBeGreaterThan(0);
  });

  it("forgives none in a short word", () => {
    expect(fitness("tha", ["Teach the greeting"])).toBe(0);
  });

  it("takes the first letters of a title", () => {
    expect(fitness("ns", ["New session"])).toBeGreaterThan(0);
  });

  it("shows everything before anything is typed", () => {
    expect(fitness(" ", ["Board"])).toBe(1);
  });
});
