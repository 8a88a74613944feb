import { describe, expect, it } from "vitest";
import { noDefaults, type SessionDefaults } from "../../../server/domains/sessions/defaults/model.ts";
import { chooseRepository, chooseRoot, emptyForm } from "./form.ts";
import { someConfigs } from "./new-session.test-data.ts";
import {
  type FormConfigs,
  resolveBranch,
  resolveEffort,
  resolveModel,
  resolveRuntime,
} from "./resolve-defaults.ts";

const orchard = emptyForm(someConfigs);
const garden = chooseRoot(orchard, "garden");
const repository = chooseRepository(orchard);

const choosing = (chosen: Partial<SessionDefaults>): FormConfigs => ({
  ...someConfigs,
  ...(chosen.runtime && { default_runtime: chosen.runtime }),
  defaults: {
    chosen: { ...noDefaults, ...chosen },
    fallback: { runtime: "claude_code", source: "environment" },
  },
});

describe("the runtime is from", () => {
  it.each([
    [
      "the form",
      resolveRuntime({ ...garden, runtime: "claude_code" }, someConfigs),
      "claude_code",
      "request",
    ],
    [
      "the owner's choice for the root",
      resolveRuntime(
        garden,
        choosing({ roots: { garden: { runtime: "claude_code", model: null, effort: null } } }),
      ),
      "claude_code",
      "root_choice",
    ],
    ["the root", resolveRuntime(garden, someConfigs), "pi", "root"],
    ["the owner's choice", resolveRuntime(repository, choosing({ runtime: "pi" })), "pi", "choice"],
    ["the environment", resolveRuntime(repository, choosing({})), "claude_code", "environment"],
    ["the service", resolveRuntime(repository, someConfigs), "claude_code", "service"],
  ])("%s", (_title, resolved, value, source) => {
    expect(resolved).toEqual({ value, source });
  });
});

it("uses a signed-in runtime when none was chosen and the default one is not signed in", () => {
  const tool = (authenticated: boolean | null, installed: boolean | null = true) =>
    ({ installed, authenticated }) as NonNullable<FormConfigs["clis"]>["tools"][string];
  const resolved = (tools: NonNullable<FormConfigs["clis"]>["tools"], from: FormConfigs = someConfigs) =>
    resolveRuntime(repository, { ...from, clis: { tools } as NonNullable<FormConfigs["clis"]> });
  const signedOut = { claude_code: tool(false), pi: tool(true) };
  expect(resolved(signedOut)).toEqual({ value: "pi", source: "signed_in" });
  expect(resolved({ claude_code: tool(null, false), pi: tool(true) }).value).toBe("pi");
  expect(resolved({ claude_code: tool(null, null), pi: tool(true) }).value).toBe("claude_code");
  expect(resolved({ claude_code: tool(false), pi: tool(false) }).value).toBe("claude_code");
  expect(resolved(signedOut, choosing({})).value).toBe("claude_code");
  expect(resolved(signedOut, choosing({ runtime: "claude_code" })).source).toBe("choice");
});

const preferring = choosing({
  runtimes: { claude_code: { model: "small", effort: "high" } },
  roots: { orchard: { runtime: null, model: "small", effort: null } },
});

it("takes the model and the effort of the first source whose value is supported", () => {
  expect(resolveModel(orchard, someConfigs)).toEqual({ value: "large", source: "root" });
  expect(resolveModel(orchard, preferring)).toEqual({ value: "small", source: "root_choice" });
  expect(resolveModel(repository, preferring)).toEqual({ value: "small", source: "choice" });
  expect(resolveModel({ ...orchard, model: "large" }, preferring)?.source).toBe("request");
  expect(resolveEffort({ ...orchard, model: "large" }, preferring)).toEqual({
    value: "high",
    source: "choice",
  });
  expect(resolveEffort(orchard, someConfigs)).toEqual({ value: "low", source: "cli" });
  expect(resolveEffort(orchard, preferring)).toBeNull();
});

it("says where the branch comes from", () => {
  expect(resolveBranch({ ...orchard, branch: "dev" }, someConfigs, "main").source).toBe("request");
  expect(resolveBranch(orchard, someConfigs, "main")).toEqual({ value: "main", source: "root" });
  expect(resolveBranch(repository, someConfigs, "main").source).toBe("repository");
  expect(resolveBranch(repository, someConfigs, null).source).toBe("service");
});
