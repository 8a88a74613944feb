import { describe, expect, it } from "vitest";
import { noDefaults, type SessionDefaults } from "./model.ts";
import { problemsOf, rootPreferenceIn, runtimePreferenceIn, tidied } from "./rules.ts";

const known = [
  {
    id: "pi",
    accepts: (model: string) => model.includes("/"),
    effortLevels: (model: string) => (model === "a/small" ? ["low"] : ["low", "high"]),
  },
];
const chosen = (changes: Partial<SessionDefaults>): SessionDefaults => ({ ...noDefaults, ...changes });

describe("choices that no session could begin with", () => {
  it.each<[string, SessionDefaults, string[]]>([
    ["nothing chosen", noDefaults, []],
    ["an unknown runtime", chosen({ runtime: "hal" }), ['There is no runtime "hal"; there are pi']],
    [
      "a model the runtime lacks",
      chosen({ runtimes: { pi: { model: "small", effort: null } } }),
      ['pi does not offer the model "small"'],
    ],
    [
      "an effort the model does not take",
      chosen({ roots: { orchard: { runtime: "pi", model: "a/small", effort: "high" } } }),
      ['The model "a/small" does not take the effort "high"'],
    ],
    [
      "a root that any runtime may run",
      chosen({ roots: { orchard: { runtime: null, model: "small", effort: "high" } } }),
      [],
    ],
  ])("%s", (_title, defaults, expected) => {
    expect(problemsOf(defaults, known)).toEqual(expected);
  });
});

it("forgets entries that choose nothing", () => {
  const empty = { runtime: null, model: null, effort: null };
  const held = { runtime: null, model: "a/b", effort: null };
  expect(tidied(chosen({ roots: { a: empty, b: held }, runtimes: { pi: empty } }))).toEqual(
    chosen({ roots: { b: held } }),
  );
});

it("finds nothing chosen under a name that every object has", () => {
  const nothing = { runtime: null, model: null, effort: null };
  expect(rootPreferenceIn(chosen({}), "constructor")).toEqual(nothing);
  expect(runtimePreferenceIn(chosen({}), "toString")).toEqual(nothing);
});
