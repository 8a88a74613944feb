import { expect, it } from "vitest";
import { openTestDatabase, silentLog } from "../../../../test/support/database.ts";
import { agentRuntimes } from "../../../runtimes/index.ts";
import type { ModelLookup } from "../../../runtimes/runtime.ts";
import { modelService } from "./index.ts";
import { addedModelLimit, type NewModel } from "./model.ts";

const board = { kind: "board" } as const;
const asked = (of: Partial<NewModel>): NewModel => ({
  runtime: "codex",
  model_id: "gpt-nova",
  requires_oauth: false,
  allow_unlisted: false,
  ...of,
});

function open(opened: ReturnType<typeof openTestDatabase>, answer: ModelLookup) {
  const defaults = new Set<string>();
  const runtimes = agentRuntimes({ environment: {} }).map((runtime) => ({
    ...runtime,
    ...(runtime.lookUpModel && { lookUpModel: async () => answer }),
  }));
  const models = modelService({
    ...opened,
    log: silentLog,
    runtimes,
    agentEnvironment: {},
    isDefault: (_runtime, model) => defaults.has(model),
  });
  const of = (id: string) => {
    const found = models.byRuntime.find((runtime) => runtime.id === id);
    if (!found) throw new Error(`No runtime ${id}`);
    return found;
  };
  return { models, defaults, of };
}

it.each<[string, string, boolean]>([
  ["claude_code", "claude-opus-4-1-20250805", true],
  ["claude_code", "sonnet[1m]", true],
  ["claude_code", "claude-sonet-5", false],
  ["claude_code", "claude-opus-4-1x", false],
  ["codex", "gpt-5", true],
  ["codex", "gpt-9-sol", false],
  ["pi", "deepseek/deepseek-r1", true],
  ["pi", "anthropic/claude-sonet-5", false],
  ["pi", "nobody/claude-sonnet-5", false],
])("for %s, whether %s is a model is %s", (runtime, model, expected) => {
  using opened = openTestDatabase();
  const { of } = open(opened, { kind: "unanswered", reason: "" });
  expect(of(runtime).accepts(model)).toBe(expected);
});

it("offers an added model of its runtime, until it is removed", async () => {
  using opened = openTestDatabase();
  const { models, of } = open(opened, { kind: "answered", isListed: true, version: "0.170.0" });
  expect(of("codex").accepts("gpt-nova")).toBe(false);
  const entry = await models.add(asked({ label: "Nova" }), board);
  expect(entry).toMatchObject({
    runtime: "codex",
    model_id: "gpt-nova",
    label: "Nova",
    cli_listed: true,
    cli_version: "0.170.0",
    cli_note: null,
    shadowed_by_built_in: false,
    added_via: "web_ui",
  });
  expect([of("codex").accepts("gpt-nova"), of("pi").accepts("gpt-nova")]).toEqual([true, false]);
  expect(of("codex").offered().at(-1)).toMatchObject({ id: "gpt-nova", label: "Nova" });
  expect(of("codex").effortLevels("gpt-nova")).toContain("high");
  models.change(entry.id, { label: "Nova 1" }, board);
  expect(open(opened, { kind: "unanswered", reason: "" }).models.list()).toMatchObject([{ label: "Nova 1" }]);
  models.remove(entry.id, board);
  expect([models.list(), of("codex").accepts("gpt-nova")]).toEqual([[], false]);
  expect(() => models.remove(entry.id, board)).toThrow("not among the added");
});

it("adds a model that the CLI does not list only if told so, with a note", async () => {
  using opened = openTestDatabase();
  const { models } = open(opened, { kind: "answered", isListed: false, version: "0.170.0" });
  await expect(models.add(asked({}), board)).rejects.toThrow('Codex 0.170.0 does not list "gpt-nova"');
  expect(await models.add(asked({ allow_unlisted: true }), board)).toMatchObject({
    label: "gpt-nova",
    cli_listed: false,
    cli_note: "Codex 0.170.0 does not list this model.",
  });
});

it("adds a model when the CLI cannot be asked, with the reason", async () => {
  using opened = openTestDatabase();
  const { models } = open(opened, { kind: "unanswered", reason: "codex was not found" });
  const unknown = { cli_listed: null, cli_version: null };
  expect(await models.add(asked({}), board)).toMatchObject({
    ...unknown,
    cli_note: "Codex could not be asked for its models: codex was not found.",
  });
  expect(await models.add(asked({ runtime: "claude_code", model_id: "glm-9" }), board)).toMatchObject({
    ...unknown,
    cli_note: "Claude Code has no list of models, so it was not asked.",
  });
});

it("refuses what is offered already, added already, or a default", async () => {
  using opened = openTestDatabase();
  const { models, defaults } = open(opened, { kind: "unanswered", reason: "" });
  const refused = (of: Partial<NewModel>, why: string) =>
    expect(models.add(asked(of), board)).rejects.toThrow(why);
  await refused({ runtime: "aider" }, "not a registered runtime. Runtimes: claude_code, codex, pi");
  await refused({ model_id: "gpt-6.1-sol" }, 'Codex already offers "gpt-6.1-sol"');
  const { id } = await models.add(asked({}), board);
  await refused({}, "was already added");
  defaults.add("gpt-nova");
  expect(() => models.remove(id, board)).toThrow("is a default for new sessions");
});

it("removes a default that is a model also without the entry", async () => {
  using opened = openTestDatabase();
  const { models, defaults, of } = open(opened, { kind: "unanswered", reason: "" });
  const { id } = await models.add(asked({ model_id: "gpt-5" }), board);
  defaults.add("gpt-5");
  models.remove(id, board);
  expect([models.list(), of("codex").accepts("gpt-5")]).toEqual([[], true]);
});

it("refuses one more than the most that a runtime can have", async () => {
  using opened = openTestDatabase();
  const { models } = open(opened, { kind: "unanswered", reason: "" });
  for (let index = 0; index < addedModelLimit; index += 1)
    await models.add(asked({ model_id: `nova-${index}` }), board);
  await expect(models.add(asked({}), board)).rejects.toThrow("up to 200 models to Codex");
  expect(await models.add(asked({ runtime: "pi" }), board)).toMatchObject({ runtime: "pi" });
});

it("asks the CLI with the environment of agents", async () => {
  using opened = openTestDatabase();
  const given: object[] = [];
  const runtimes = agentRuntimes({ environment: { API_KEYS: "secret" } }).map((runtime) => ({
    ...runtime,
    lookUpModel: async (_id: string, environment: object): Promise<ModelLookup> => {
      given.push(environment);
      return { kind: "unanswered", reason: "" };
    },
  }));
  const agentEnvironment = { LANG: "C" };
  const models = modelService({
    ...opened,
    log: silentLog,
    runtimes,
    agentEnvironment,
    isDefault: () => false,
  });
  await models.add(asked({}), board);
  expect(given).toEqual([agentEnvironment]);
});
