import { expect, it } from "vitest";
import { resolveModel } from "./model-choice.ts";

const runtime = {
  id: "codex",
  label: "Codex",
  defaultModel: "small",
  accepts: (model: string) => model === "small" || model === "large",
  effortLevels: () => ["low", "high"] as const,
};
const preferring = (model: string | null) => ({ model, effort: null });
const root = { name: "orchard", model: "gone", runtime: "codex" };

interface Case {
  ofOwnerForRoot?: string;
  ofRoot?: typeof root;
  ofOwner?: string;
}

function resolve({ ofOwnerForRoot, ofRoot, ofOwner }: Case) {
  const defaults = [ofOwnerForRoot, ofRoot?.model, ofOwner].map((model) => preferring(model ?? null));
  const { choice, warnings } = resolveModel({}, { runtime, defaults, root: ofRoot ?? null }, [runtime]);
  return [choice.model, ...warnings];
}

it.each<[string, Case, unknown[]]>([
  ["nothing", {}, ["small"]],
  ["the owner's default", { ofOwner: "large" }, ["large"]],
  [
    "the owner's default that is not listed",
    { ofOwner: "lost" },
    [
      "small",
      'Your default model for Codex, "lost", is not one of its models, so the session uses small. Choose another default, or add the model in Settings.',
    ],
  ],
  [
    "a root's model that is not listed",
    { ofRoot: root },
    ["small", expect.stringContaining(`The catalog's model for "orchard", "gone"`)],
  ],
  ["the owner's choice for such a root", { ofOwnerForRoot: "large", ofRoot: root }, ["large"]],
  [
    "a root's model that is listed, and a default that is not",
    { ofRoot: { ...root, model: "large" }, ofOwner: "lost" },
    ["large"],
  ],
])("with %s, warns of what the owner did not get", (_case, given, expected) => {
  expect(resolve(given)).toEqual(expected);
});

it("cuts a long name in its warning", () => {
  const [, warning] = resolve({ ofOwner: "x".repeat(300) });
  expect(warning).toContain(`"${"x".repeat(100)}"`);
});

it.each([
  [7, '"7"'],
  [true, '"true"'],
  [["large"], '"["large"]"'],
])("warns of a model that is %j, which is no name", (model, shown) => {
  const { choice, warnings } = resolveModel({ config: { model } }, { runtime, defaults: [], root: null }, [
    runtime,
  ]);
  expect([choice.model, ...warnings]).toEqual(["small", expect.stringContaining(shown)]);
});
