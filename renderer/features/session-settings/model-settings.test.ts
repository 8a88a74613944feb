import { describe, expect, it } from "vitest";
import { someConfigs as configs } from "../new-session/new-session.test-data.ts";
import { someSession } from "../sessions/session.test-data.ts";
import { effortChoices, modelChoices, modelConflict } from "./model-settings.ts";

const agent = (config: Record<string, unknown>) => someSession({ agent_runtime: "claude_code", config });
const values = (choices: readonly { value: string }[]) => choices.map(({ value }) => value);

describe("the model choices", () => {
  it("are the runtime's models, plus a retired one that the session still uses", () => {
    expect(values(modelChoices(agent({ model: "large" }), configs))).toEqual(["small", "large"]);
    const [first] = modelChoices(agent({ model: "retired" }), configs);
    expect(first).toEqual({ value: "retired", label: "retired (no longer offered)" });
  });
});

describe("the effort choices", () => {
  it("are the levels that the model supports", () => {
    expect(effortChoices(agent({ model: "large" }), configs)).toEqual([
      { value: "", label: "Model default (low)" },
      { value: "low", label: "low" },
      { value: "high", label: "high" },
    ]);
    expect(effortChoices(agent({ model: "small" }), configs)).toEqual([]);
  });

  it("include the session's own level if the model no longer supports it", () => {
    expect(values(effortChoices(agent({ model: "large", effort: "max" }), configs))).toContain("max");
  });
});

describe("modelConflict", () => {
  it("explains why a model does not fit the current effort", () => {
    const busy = agent({ model: "large", effort: "high" });
    expect(modelConflict(busy, configs, "small")).toBe(
      "small does not support effort levels, but this session is set to “high”.",
    );
    const hasty = agent({ model: "small", effort: "max" });
    expect(modelConflict(hasty, configs, "large")).toContain("large supports low, high");
  });

  it("is null without an effort or if the model supports it", () => {
    expect(modelConflict(agent({ model: "large" }), configs, "small")).toBeNull();
    expect(modelConflict(agent({ model: "small", effort: "low" }), configs, "large")).toBeNull();
  });
});
