import { describe, expect, it } from "vitest";
import type { Trigger } from "../../../server/domains/automation/triggers/model.ts";
import type { Configs } from "../../../server/domains/surfaces/configs/model.ts";
import { configurationOf, missingFieldText, newCondition, shapeOf } from "./condition-fields.ts";
import { emptyForm, formOf, missing, rootOptions, toRequest } from "./form.ts";

const configs: Configs = {
  mcp_servers: [],
  agent_roots: [],
  skills: [],
  hooks: [],
  plugins: [],
  default_runtime: "pi",
  runtime_models: {},
  goals: [],
  catalog_problems: [],
};

const trigger: Trigger = {
  id: 4,
  name: "Ops",
  status: "enabled",
  failed_at: null,
  last_error: null,
  agent_root_name: "orchard",
  agent_root_missing_from_catalog: true,
  unresolved_catalog_references: {},
  prompt_template: "Read {{text}}",
  goal: "Calm them.",
  reuse_session: true,
  enqueue_messages: true,
  resuscitate_archived: false,
  skip_if_pending_session: false,
  skip_if_pending_session_inert: false,
  last_session_id: 7,
  max_sessions_per_minute: 2,
  bursting: false,
  coalesce_window_seconds: 0,
  effective_coalesce_window_seconds: 0,
  coalesce_window_inert: false,
  scheduling_class: "spot",
  effective_scheduling_class: "spot",
  precedence: null,
  sandbox: "workspace",
  mcp_servers: ["gone"],
  catalog_skills: [],
  catalog_hooks: [],
  catalog_plugins: [],
  conditions: [
    {
      id: 11,
      condition_type: "slack",
      configuration: { channel_id: "C1", event_type: "bot_mention", allowed_user_ids: ["U1", "U2"] },
      description: "",
      problem: null,
      next_fire_at: null,
      last_triggered_at: null,
      last_polled_at: null,
    },
    {
      id: 12,
      condition_type: "carrier_pigeon",
      configuration: {},
      description: "",
      problem: null,
      next_fire_at: null,
      last_triggered_at: null,
      last_polled_at: null,
    },
  ],
  next_fire_at: null,
  last_outcome: null,
  missed_fire_count: 0,
  first_missed_fire_at: null,
  last_triggered_at: null,
  sessions_created_count: 0,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
};

describe("the form of a stored trigger", () => {
  const form = formOf(trigger, configs);

  it("is sent back as it was, without the condition of an unknown kind", () => {
    expect(toRequest(form, trigger)).toEqual({
      name: "Ops",
      agent_root_name: "orchard",
      prompt_template: "Read {{text}}",
      goal: "Calm them.",
      reuse_session: true,
      enqueue_messages: true,
      resuscitate_archived: false,
      skip_if_pending_session: false,
      last_session_id: 7,
      coalesce_window_seconds: 0,
      precedence: null,
      mcp_servers: ["gone"],
      catalog_skills: [],
      catalog_hooks: [],
      catalog_plugins: [],
      trigger_conditions_attributes: [
        {
          id: 11,
          condition_type: "slack",
          configuration: { channel_id: "C1", event_type: "bot_mention", allowed_user_ids: ["U1", "U2"] },
        },
      ],
    });
  });

  it("sends a cap and a class only if they changed", () => {
    expect(toRequest({ ...form, cap: "", schedulingClass: "" }, trigger)).toMatchObject({
      max_sessions_per_minute: null,
      scheduling_class: null,
    });
  });

  it("removes a condition by its id", () => {
    expect(toRequest({ ...form, conditions: [] }, trigger).trigger_conditions_attributes).toEqual([
      { id: 11, _destroy: true },
    ]);
  });

  it("offers a root that has left the catalog", () => {
    expect(rootOptions(configs, form.root)).toEqual([
      { value: "orchard", label: "orchard (not in the catalog)" },
    ]);
  });
});

describe("a new trigger", () => {
  it.each([
    [{}, "Enter a name."],
    [{ name: "A" }, "The catalog has no agent root. Add one to create a trigger."],
    [{ name: "A", root: "r" }, "Enter a prompt."],
    [
      { name: "A", root: "r", template: "x", goal: { choice: "own", own: " " } },
      "Enter the goal or choose another one.",
    ],
    [{ name: "A", root: "r", template: "x" }, null],
  ])("with %j asks: %s", (part, sentence) => {
    expect(missing({ ...emptyForm(configs), ...part })).toBe(sentence);
  });
});

describe("a condition", () => {
  it("sends its visible fields, each in its own type", () => {
    const fresh = newCondition("recurring", "a");
    expect(
      configurationOf({
        ...fresh,
        settings: { ...fresh.settings, unit: "hours", interval: "3", timezone: "UTC" },
      }),
    ).toEqual({
      interval: 3,
      unit: "hours",
      missed_runs: "run_once",
      timezone: "UTC",
    });
    const label = newCondition("code_host_label", "b");
    expect(missingFieldText(label)).toBe("Code host label: fill in “Repositories”.");
    expect(
      configurationOf({ ...label, settings: { ...label.settings, repos: "a/b, c/d,", labels: "go" } }),
    ).toEqual({
      repos: ["a/b", "c/d"],
      target: "pull_request",
      labels: ["go"],
    });
    const bridge = newCondition("chat_bridge", "c");
    expect(
      configurationOf({
        ...bridge,
        settings: { ...bridge.settings, chat_id: "42", include_from_me: "true" },
      }),
    ).toEqual({
      chat_id: "42",
      mode: "listen",
      include_from_me: true,
    });
  });

  it("is recurring or happens once if it is a schedule", () => {
    expect(shapeOf("schedule", { scheduled_at: "2026-01-01T00:00:00" })).toBe("once");
    expect(shapeOf("schedule", { interval: 1 })).toBe("recurring");
    expect(shapeOf("github_issue", {})).toBe("code_host_issue");
    expect(shapeOf("carrier_pigeon", {})).toBeNull();
  });
});
