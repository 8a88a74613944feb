import { describe, expect, it } from "vitest";
import { someConfigs as configs } from "../new-session/new-session.test-data.ts";
import { someSession } from "../sessions/session.test-data.ts";
import { effortChoices, modelChoices, modelConflict } from "./model-settings.ts";

const agent = (config: Record<string, unknown>) => someSession({ agent_runtime: "claude_code", config });
const values = (choices: readonly { value: string }[]) => choices.map(({ value }) => value);

describe("the models to choose from", () => {
  it("are the runtime's, with one that is no longer offered where the session still has it", () => {
    expect(values(modelChoices(agent({ model: "large" }), configs))).toEqual(["small", "large"]);
    const [first] = modelChoices(agent({ model: "retired" }), configs);
    expect(first).toEqual({ value: "retired", label: "retired (no longer offered)" });
  });
});

describe("the efforts to choose from", () => {
  it("are those the model takes, and none where it takes none", () => {
    expect(effortChoices(agent({ model: "large" }), configs)).toEqual([
      { value: "", label: "Model default (low)" },
      { value: "low", label: "low" },
      { value: "high", label: "high" },
    ]);
    expect(effortChoices(agent({ model: "small" }), configs)).toEqual([]);
  });

  it("keep one in sight that the model does not take any more", () => {
    expect(values(effortChoices(agent({ model: "large", effort: "max" }), configs))).toContain("max");
  });
});

describe("conflictWith", () => {
  it("explains why a model cannot be had with the effort that is set", () => {
    const busy = agent({ model: "large", effort: "high" });
    expect(modelConflict(busy, configs, "small")).toBe(
      'small does not support effort levels, but this session is set to "high".',
    );
    const hasty = agent({ model: "small", effort: "max" });
    expect(modelConflict(hasty, configs, "large")).toContain("large supports low, high");
  });

  it("finds nothing where no effort is set or the model takes it", () => {
    expect(modelConflict(agent({ model: "large" }), configs, "small")).toBeNull();
    expect(modelConflict(agent({ model: "small", effort: "low" }), configs, "large")).toBeNull();
  });
});
