import { expect, it } from "vitest";
import { noDefaults, type SessionDefaults } from "../../../../server/domains/sessions/defaults/model.ts";
import { someConfigs } from "../../new-session/new-session.test-data.ts";
import type { FormConfigs } from "../../new-session/resolve-defaults.ts";
import { choose, reset, rootPreferences, runtimePreferences } from "./view-model.ts";

const choosing = (chosen: Partial<SessionDefaults>): FormConfigs => ({
  ...someConfigs,
  defaults: {
    chosen: { ...noDefaults, ...chosen },
    fallback: { runtime: "claude_code", source: "built_in" },
  },
});

it("shows for each agent root the value in use, its source, and the value without a choice", () => {
  const roots = { orchard: { runtime: "pi", model: null, effort: null } };
  const [, orchard, garden] = rootPreferences(choosing({ roots }));
  expect(orchard).toMatchObject({
    key: "root:orchard",
    isChosen: true,
    runtimes: { value: "pi", source: "Your default for this root" },
    models: { value: "", source: "The CLI's default" },
  });
  expect(orchard?.runtimes?.options[0]?.label).toBe("Default: Claude Code");
  expect(orchard?.models.options[0]?.label).toBe("Default: large");
  expect(garden).toMatchObject({ isChosen: false, runtimes: { source: "From the agent root" } });
});

it("shows the model and the effort of each runtime", () => {
  const runtimes = { claude_code: { model: "large", effort: "high" as const } };
  const [claude] = runtimePreferences(choosing({ runtimes }));
  expect(claude).toMatchObject({
    models: { value: "large", source: "Your default" },
    efforts: { value: "high", source: "Your default" },
  });
  expect(claude?.models.options[0]?.label).toBe("Default: small");
});

it("clears what depends on a changed choice, and clears a whole row", () => {
  const roots = { orchard: { runtime: "claude_code", model: "large", effort: "high" as const } };
  const chosen = { ...noDefaults, roots };
  expect(choose(chosen, "root:orchard", { runtime: "pi" }).roots).toEqual({
    orchard: { runtime: "pi", model: null, effort: null },
  });
  expect(choose(chosen, "root:orchard", { model: "" }).roots).toEqual({
    orchard: { runtime: "claude_code", model: null, effort: null },
  });
  expect(choose(noDefaults, "runtime:pi", { model: "tiny" }).runtimes).toEqual({
    pi: { model: "tiny", effort: null },
  });
  expect(reset(chosen, "root:orchard")).toEqual(noDefaults);
});
