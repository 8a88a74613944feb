import { describe, expect, it } from "vitest";
import {
  chooseAdded,
  chooseModel,
  chooseRepository,
  chooseRoot,
  chooseRuntime,
  emptyForm,
  restoreForm,
} from "./form.ts";
import { someConfigs } from "./new-session.test-data.ts";

const fresh = emptyForm(someConfigs);

describe("an empty form", () => {
  it("starts with the first agent root that a person may start", () => {
    expect(fresh).toMatchObject({ source: "root", root: "orchard" });
  });

  it("asks for a repository if there is no agent root", () => {
    expect(emptyForm({ ...someConfigs, agent_roots: [] }).source).toBe("repository");
  });
});

describe("a restored form", () => {
  it("has the values of the draft", () => {
    const left = { ...fresh, prompt: "Mend it", skills: ["tidy"] };
    expect(restoreForm(JSON.stringify(left), someConfigs)).toEqual(left);
  });

  it.each([
    ["is no JSON", "{"],
    ["is of another version", '{"prompt":"x"}'],
    ["is empty", ""],
  ])("is empty if the draft %s", (_title, draft) => {
    expect(restoreForm(draft, someConfigs)).toEqual(fresh);
  });

  it("keeps the prompt of a draft whose agent root is gone", () => {
    const left = { ...fresh, root: "felled", prompt: "Mend it" };
    expect(restoreForm(JSON.stringify(left), someConfigs)).toMatchObject({
      root: "orchard",
      prompt: "Mend it",
    });
  });
});

describe("choosing", () => {
  it("another agent root applies its extensions and clears the settings of the previous one", () => {
    const chosen = chooseRoot(
      { ...fresh, mcpServers: [], branch: "old", runtime: "pi", model: "tiny" },
      "garden",
    );
    expect(chosen).toMatchObject({ root: "garden", mcpServers: null, branch: "", runtime: "", model: "" });
  });

  it("another runtime or model starts from its own defaults", () => {
    const form = { ...fresh, runtime: "claude_code", model: "large", effort: "high" };
    expect(chooseRuntime(form, "pi")).toMatchObject({ model: "", effort: "" });
    expect(chooseModel(form, "small")).toMatchObject({ effort: "" });
  });

  it("a model that was just added keeps the runtime, unless it was added to another", () => {
    const form = { ...fresh, runtime: "", model: "large", effort: "high" };
    const added = { runtime: "claude_code", model: "nova" };
    expect(chooseAdded(form, "claude_code", added)).toMatchObject({ runtime: "", model: "nova", effort: "" });
    expect(chooseAdded(form, "pi", added)).toMatchObject({ runtime: "claude_code", model: "nova" });
  });

  it("the current choice again changes nothing", () => {
    expect(chooseRoot(fresh, "orchard")).toBe(fresh);
    const repository = chooseRepository(fresh);
    expect(chooseRepository(repository)).toBe(repository);
    expect(chooseRuntime(fresh, "")).toBe(fresh);
  });
});
