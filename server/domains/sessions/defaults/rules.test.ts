import { describe, expect, it } from "vitest";
import { noDefaults, type SessionDefaults } from "./model.ts";
import {
  type DefaultsProblem,
  problemsOf,
  rootPreferenceIn,
  runtimePreferenceIn,
  withoutEmptyEntries,
} from "./rules.ts";

const known = [
  {
    id: "pi",
    accepts: (model: string) => model.includes("/"),
    effortLevels: (model: string) => (model === "a/small" ? ["low"] : ["low", "high"]),
  },
];
const chosen = (changes: Partial<SessionDefaults>): SessionDefaults => ({ ...noDefaults, ...changes });

describe("choices that no session could start with", () => {
  it.each<[string, SessionDefaults, DefaultsProblem[]]>([
    ["none if nothing is chosen", noDefaults, []],
    [
      "an unknown runtime",
      chosen({ runtime: "hal" }),
      [{ kind: "unknown_runtime", runtime: "hal", known: ["pi"] }],
    ],
    [
      "a model the runtime lacks",
      chosen({ runtimes: { pi: { model: "small", effort: null } } }),
      [{ kind: "model_not_offered", runtime: "pi", model: "small" }],
    ],
    [
      "an effort the model does not accept",
      chosen({ roots: { orchard: { runtime: "pi", model: "a/small", effort: "high" } } }),
      [{ kind: "effort_not_accepted", model: "a/small", effort: "high" }],
    ],
    [
      "none for a root that any runtime may run",
      chosen({ roots: { orchard: { runtime: null, model: "small", effort: "high" } } }),
      [],
    ],
  ])("%s", (_title, defaults, expected) => {
    expect(problemsOf(defaults, known)).toEqual(expected);
  });
});

it("removes entries that choose nothing", () => {
  const empty = { runtime: null, model: null, effort: null };
  const held = { runtime: null, model: "a/b", effort: null };
  expect(withoutEmptyEntries(chosen({ roots: { a: empty, b: held }, runtimes: { pi: empty } }))).toEqual(
    chosen({ roots: { b: held } }),
  );
});

it("finds nothing under the name of an object's built-in property", () => {
  const nothing = { runtime: null, model: null, effort: null };
  expect(rootPreferenceIn(chosen({}), "constructor")).toEqual(nothing);
  expect(runtimePreferenceIn(chosen({}), "toString")).toEqual(nothing);
});
