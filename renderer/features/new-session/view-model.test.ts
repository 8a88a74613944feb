import { describe, expect, it } from "vitest";
import { promptLimit } from "../../../server/domains/sessions/sessions/model.ts";
import { chooseRepository, chooseRoot, emptyForm } from "./form.ts";
import { someConfigs } from "./new-session.test-data.ts";
import {
  attachmentProblem,
  effortOptions,
  formProblem,
  goalDescription,
  goalOptions,
  modelOf,
  modelOptions,
  pickedOf,
  pickOptions,
  runtimeOf,
  toRequest,
  withoutPrompt,
} from "./view-model.ts";

const fresh = emptyForm(someConfigs);
const garden = chooseRoot(fresh, "garden");

describe("the effective settings", () => {
  it("use the agent root's runtime, or else the service's default", () => {
    expect(runtimeOf(garden, someConfigs)).toBe("pi");
    expect(runtimeOf(fresh, someConfigs)).toBe("claude_code");
    expect(runtimeOf({ ...garden, runtime: "claude_code" }, someConfigs)).toBe("claude_code");
  });

  it("use the agent root's model if the runtime offers it", () => {
    expect(modelOf(fresh, someConfigs)?.id).toBe("large");
    expect(modelOf({ ...fresh, runtime: "pi" }, someConfigs)?.id).toBe("tiny");
  });

  it("mark the default model in the list", () => {
    expect(modelOptions(fresh, someConfigs).map(({ label }) => label)).toEqual(["small", "large (default)"]);
  });

  it("have efforts only if the model supports any", () => {
    expect(effortOptions(fresh, someConfigs).map(({ value }) => value)).toEqual(["", "low", "high"]);
    expect(effortOptions(garden, someConfigs)).toEqual([]);
  });

  it("use the agent root's extensions until the person picks some", () => {
    expect(pickedOf(fresh, someConfigs, "mcpServers")).toEqual(["clock", "mailer"]);
    expect(pickedOf({ ...fresh, mcpServers: [] }, someConfigs, "mcpServers")).toEqual([]);
  });
});

describe("the goal", () => {
  it("can be left out if the agent root has one", () => {
    expect(goalOptions(fresh, someConfigs).map(({ value }) => value)).toEqual([
      "default",
      "none",
      "answer",
      "own",
    ]);
    expect(goalOptions(garden, someConfigs).map(({ value }) => value)).toEqual([
      "default",
      "green",
      "answer",
      "own",
    ]);
  });

  it.each([
    ["default", "Make it green."],
    ["answer", "Answer it."],
    ["none", null],
    ["own", null],
  ])("%s reads %s", (goal, expected) => {
    expect(goalDescription({ ...fresh, goal }, someConfigs)).toBe(expected);
  });

  it("asks for no pull request where the prompt is a question, unless it is chosen", () => {
    const question = { ...fresh, prompt: "Why does it fail?" };
    expect(goalOptions(question, someConfigs).map(({ label }) => label)).toEqual([
      "No goal (a question)",
      "Green pull request",
      "An answer",
      "Custom goal",
    ]);
    expect(goalDescription(question, someConfigs)).toBeNull();
    expect(toRequest(question, someConfigs, null).goal).toBe("");
    expect(toRequest({ ...question, goal: "green" }, someConfigs, null).goal).toBe("green");
  });
});

it("offers each skill of the agent roots once", () => {
  expect(pickOptions(someConfigs, "skills").map(({ value }) => value)).toEqual(["tidy", "water"]);
});

describe("missing", () => {
  it.each([
    ["nothing, on a fresh form", fresh, null],
    ["the repository", chooseRepository(fresh), "Enter a repository."],
    ["nothing at exactly the limit", { ...fresh, prompt: "x".repeat(promptLimit) }, null],
    [
      "the words of one's own goal",
      { ...fresh, goal: "own", ownGoal: " " },
      "Enter a goal or choose another.",
    ],
  ])("is %s", (_title, form, expected) => {
    expect(formProblem(form)).toBe(expected);
  });

  it("rejects a prompt that is too long", () => {
    expect(formProblem({ ...fresh, prompt: "x".repeat(promptLimit + 1) })).toContain("500,000");
  });
});

describe("toRequest", () => {
  it("leaves out what was not changed", () => {
    expect(toRequest({ ...fresh, prompt: " Mend it " }, someConfigs, null)).toEqual({
      agent_root: "orchard",
      agent_runtime: "claude_code",
      prompt: "Mend it",
    });
  });

  it("sends what was chosen", () => {
    const form = {
      ...chooseRepository(fresh),
      gitRoot: "/srv/x.git",
      branch: "dev",
      model: "large",
      effort: "high",
      goal: "none",
      schedulingClass: "spot" as const,
      skills: [],
      prompt: "Go",
    };
    expect(toRequest(form, someConfigs, null)).toEqual({
      git_root: "/srv/x.git",
      branch: "dev",
      agent_runtime: "claude_code",
      config: { model: "large", effort: "high" },
      goal: "",
      scheduling_class: "spot",
      catalog_skills: [],
      prompt: "Go",
    });
  });

  it("starts from the default branch of another repository, or from the agent root's", () => {
    const elsewhere = { ...chooseRepository(fresh), gitRoot: "/srv/x.git" };
    expect(toRequest(elsewhere, someConfigs, "trunk").branch).toBe("trunk");
    expect(toRequest({ ...elsewhere, branch: "dev" }, someConfigs, "trunk").branch).toBe("dev");
    expect(toRequest(fresh, someConfigs, "trunk")).not.toHaveProperty("branch");
  });

  it("sends no prompt if only a clone is created", () => {
    const request = toRequest({ ...fresh, prompt: "Go", cloneOnly: true }, someConfigs, null);
    expect(request).toMatchObject({ clone_only: true });
    expect(request).not.toHaveProperty("prompt");
  });
});

it("asks for a prompt if there are files to send", () => {
  expect(attachmentProblem(fresh, 0)).toBeNull();
  expect(attachmentProblem(fresh, 1)).toBe("Enter a prompt to send with the files.");
  expect(attachmentProblem({ ...fresh, prompt: "See" }, 1)).toBeNull();
  expect(attachmentProblem({ ...fresh, prompt: "See", cloneOnly: true }, 1)).not.toBeNull();
});

it("names a session after its first message", () => {
  expect(withoutPrompt({ prompt: "Look\nand see", branch: "main" })).toEqual({
    rest: { title: "Look", branch: "main" },
    prompt: "Look\nand see",
  });
  expect(withoutPrompt({ prompt: "Look", title: "Mine" }).rest.title).toBe("Mine");
});
