import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AddedModel } from "../../server/domains/agents/models/model.ts";
import type { Session } from "../../server/domains/sessions/sessions/model.ts";
import type { Configs } from "../../server/domains/surfaces/configs/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { proves } from "./proves.ts";

let service: BoardService;

beforeAll(async () => {
  service = await startBoardService();
});
afterAll(() => service[Symbol.asyncDispose]());

interface Made {
  session: Session;
  warnings?: string[];
}
interface Failure {
  error: string;
  message: string;
}

const create = async (body: object): Promise<Made> => {
  const answer = await service.call<Made>("POST", "/sessions", {
    git_root: "file:///nowhere/orchard.git",
    agent_runtime: "claude_code",
    ...body,
  });
  expect(answer.status).toBe(201);
  return answer.body;
};
const patchModel = (id: number, model: string) =>
  service.call<Made & Failure>("PATCH", `/sessions/${id}/model`, { model });
const entries = async () =>
  (await service.call<{ model_catalog_entries: AddedModel[] }>("GET", "/model_catalog_entries")).body
    .model_catalog_entries;
const runtimeModels = async (runtime: string) => {
  const { body } = await service.call<Configs>("GET", "/configs");
  return body.runtime_models[runtime]?.models ?? [];
};
const add = (body: object) =>
  service.board.call<{ model_catalog_entry: AddedModel } & Failure>("POST", "/model_catalog_entries", body);

describe("a text that names no model of the runtime", () => {
  proves("E28")("is refused as the model of a session", async () => {
    const { session } = await create({});
    const refused = await patchModel(session.id, "claude-sonet-5");
    expect(refused).toMatchObject({
      status: 422,
      body: { error: "Invalid model", message: expect.stringContaining("Check the spelling") },
    });
    for (const model of ["claude-opus-5-5", "opus", "sonnet[1m]", "claude-opus-4-1-20250805"]) {
      const { body, status } = await patchModel(session.id, model);
      expect([status, body.session.config["model"]]).toEqual([200, model]);
    }
  });

  proves("R33")("gives a new session the default model, with a warning", async () => {
    const usual = await create({});
    expect(usual).not.toHaveProperty("warnings");
    const { session, warnings } = await create({ config: { model: "claude-sonet-5" } });
    expect(session.config["model"]).toBe(usual.session.config["model"]);
    expect(warnings).toEqual([
      `"claude-sonet-5" is not a model of Claude Code, so the session uses ${String(session.config["model"])}. Check the spelling, or add the model in Settings.`,
    ]);
    const listed = await create({ config: { model: "claude-opus-4-1" } });
    expect(listed.session.config["model"]).toBe("claude-opus-4-1");
    expect(listed).not.toHaveProperty("warnings");
  });

  it("is refused as a default, and as an answer to /model", async () => {
    const refused = await service.call("PATCH", "/app_settings", {
      session_defaults: { default_runtime: "claude_code", default_model: "claude-sonet-5" },
    });
    expect(refused).toMatchObject({ status: 422, body: { error: "Invalid defaults" } });
    const { session } = await create({});
    const asked = await service.call("POST", `/sessions/${session.id}/follow_up`, {
      prompt: "/model claude-sonet-5",
    });
    expect(asked).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining("claude-sonet-5") },
    });
  });
});

describe("an added model", () => {
  proves(
    "E160",
    "R206",
    "E28",
    "R33",
  )("is a model of its runtime like any other", async () => {
    const model_id = "glm-9[1m]";
    const { session } = await create({});
    expect((await patchModel(session.id, model_id)).status).toBe(422);
    const { status, body } = await add({ runtime: "claude_code", model_id, label: "GLM 9" });
    const entry = {
      id: expect.any(Number),
      runtime: "claude_code",
      model_id,
      label: "GLM 9",
      requires_oauth: false,
      cli_listed: null,
      cli_version: null,
      cli_note: "Claude Code has no list of models, so it was not asked.",
      shadowed_by_built_in: false,
      added_via: "web_ui",
      created_at: expect.any(String),
    };
    expect([status, body]).toEqual([201, { model_catalog_entry: entry }]);
    expect(await entries()).toEqual([entry]);
    const offered = await runtimeModels("claude_code");
    expect(offered.at(-1)).toMatchObject({
      id: model_id,
      label: "GLM 9",
      default: false,
      source: "added",
      cli_listed: null,
      cli_version: null,
      cli_note: entry.cli_note,
    });
    expect(offered[0]).toMatchObject({ source: "built_in" });
    expect(offered[0]).not.toHaveProperty("cli_listed");

    expect((await patchModel(session.id, model_id)).status).toBe(200);
    const started = await create({ config: { model: model_id } });
    expect(started).not.toHaveProperty("warnings");
    expect(started.session.config["model"]).toBe(model_id);
    const elsewhere = await create({ agent_runtime: "codex", config: { model: model_id } });
    expect(elsewhere.warnings).toHaveLength(1);
  });

  proves("E160")("is changed and removed, and sessions that have it keep it", async () => {
    const { body } = await add({ runtime: "claude_code", model_id: "glm-8" });
    const path = `/model_catalog_entries/${body.model_catalog_entry.id}`;
    const changed = await service.board.call("PATCH", path, { label: "GLM 8" });
    expect(changed.body).toMatchObject({ model_catalog_entry: { model_id: "glm-8", label: "GLM 8" } });
    const { session } = await create({ config: { model: "glm-8" } });

    const chosen = (default_model: string) =>
      service.call("PATCH", "/app_settings", {
        session_defaults: { default_runtime: "claude_code", default_model },
      });
    expect((await chosen("glm-8")).status).toBe(200);
    expect(await service.board.call("DELETE", path)).toMatchObject({
      status: 422,
      body: { error: "Model in use" },
    });
    await chosen("");
    expect((await service.board.call("DELETE", path)).status).toBe(204);
    expect((await service.board.call("DELETE", path)).status).toBe(404);
    const kept = await service.call<Made>("GET", `/sessions/${session.id}`);
    expect(kept.body.session.config["model"]).toBe("glm-8");
    expect((await patchModel(session.id, "glm-8")).status).toBe(200);
    expect((await create({ config: { model: "glm-8" } })).warnings).toHaveLength(1);
  });

  proves("E160")("is refused if it is offered already, twice there, or no name", async () => {
    await add({ runtime: "claude_code", model_id: "glm-7" });
    for (const [body, sentence] of [
      [{ runtime: "claude_code", model_id: "glm-7" }, "was already added"],
      [{ runtime: "claude_code", model_id: "claude-opus-5-5" }, "already offers"],
      [{ runtime: "aider", model_id: "x" }, "not a registered runtime"],
      [{ runtime: "pi", model_id: "two words" }, "model_id can contain"],
      [{ runtime: "pi" }, "model_id"],
    ] as const) {
      const { status, body: refusal } = await add(body);
      expect({ status, message: refusal.message }).toEqual({
        status: 422,
        message: expect.stringContaining(sentence),
      });
    }
  });

  proves("E160", "R206")("that its CLI does not list is added only if the caller says so", async () => {
    const asked = { runtime: "pi", model_id: "nobody/nova-1" };
    const refused = await add(asked);
    expect(refused).toMatchObject({ status: 422, body: { error: "Model not listed by CLI" } });
    const { status, body } = await add({ ...asked, allow_unlisted: true });
    expect([status, body.model_catalog_entry]).toEqual([
      201,
      expect.objectContaining({
        label: "nobody/nova-1",
        cli_listed: false,
        cli_version: expect.stringMatching(/^\d/),
        cli_note: expect.stringMatching(/^pi [\d.]+ does not list this model\.$/),
      }),
    ]);
    expect(await runtimeModels("pi")).toContainEqual(
      expect.objectContaining({ id: "nobody/nova-1", source: "added", cli_listed: false }),
    );
    expect((await add({ runtime: "pi", model_id: "openrouter/openai/gpt-5.5" })).body).toMatchObject({
      model_catalog_entry: { cli_listed: true, cli_note: null },
    });
  });
});
