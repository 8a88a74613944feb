import { describe, expect, it } from "vitest";
import { promptLimit } from "../../../server/domains/sessions/sessions/model.ts";
import { chooseRepository, chooseRoot, freshForm } from "./form.ts";
import { someConfigs } from "./new-session.test-data.ts";
import {
  attachmentProblem,
  effortOptions,
  formProblem,
  goalOptions,
  goalText,
  modelOf,
  modelOptions,
  pickedOf,
  pickOptions,
  runtimeOf,
  toRequest,
  withoutPrompt,
} from "./view-model.ts";

const fresh = freshForm(someConfigs);
const garden = chooseRoot(fresh, "garden");

describe("what will be used", () => {
  it("is the root's runtime, and else the service's first", () => {
    expect(runtimeOf(garden, someConfigs)).toBe("pi");
    expect(runtimeOf(fresh, someConfigs)).toBe("claude_code");
    expect(runtimeOf({ ...garden, runtime: "claude_code" }, someConfigs)).toBe("claude_code");
  });

  it("is the root's model where the runtime offers it", () => {
    expect(modelOf(fresh, someConfigs)?.id).toBe("large");
    expect(modelOf({ ...fresh, runtime: "pi" }, someConfigs)?.id).toBe("tiny");
  });

  it("is marked as the default in the list", () => {
    expect(modelOptions(fresh, someConfigs).map(({ label }) => label)).toEqual(["small", "large (default)"]);
  });

  it("has efforts only where the model takes any", () => {
    expect(effortOptions(fresh, someConfigs).map(({ value }) => value)).toEqual(["", "low", "high"]);
    expect(effortOptions(garden, someConfigs)).toEqual([]);
  });

  it("is the root's equipment until the person picks", () => {
    expect(pickedOf(fresh, someConfigs, "mcpServers")).toEqual(["clock", "mailer"]);
    expect(pickedOf({ ...fresh, mcpServers: [] }, someConfigs, "mcpServers")).toEqual([]);
  });
});

describe("the goal", () => {
  it("offers to go without where the root has one", () => {
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
    expect(goalText({ ...fresh, goal }, someConfigs)).toBe(expected);
  });
});

it("offers each skill that any root brings once", () => {
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

  it("says when the prompt is too long", () => {
    expect(formProblem({ ...fresh, prompt: "x".repeat(promptLimit + 1) })).toContain("500,000");
  });
});

describe("toRequest", () => {
  it("leaves out what the person left alone", () => {
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

  it("begins another repository where that itself begins, and a root where the root says", () => {
    const elsewhere = { ...chooseRepository(fresh), gitRoot: "/srv/x.git" };
    expect(toRequest(elsewhere, someConfigs, "trunk").branch).toBe("trunk");
    expect(toRequest({ ...elsewhere, branch: "dev" }, someConfigs, "trunk").branch).toBe("dev");
    expect(toRequest(fresh, someConfigs, "trunk")).not.toHaveProperty("branch");
  });

  it("sends no prompt with a clone alone", () => {
    const request = toRequest({ ...fresh, prompt: "Go", cloneOnly: true }, someConfigs, null);
    expect(request).toMatchObject({ clone_only: true });
    expect(request).not.toHaveProperty("prompt");
  });
});

it("asks for a prompt where there are files to go with it", () => {
  expect(attachmentProblem(fresh, 0)).toBeNull();
  expect(attachmentProblem(fresh, 1)).toBe("Enter a prompt to send with the files.");
  expect(attachmentProblem({ ...fresh, prompt: "See" }, 1)).toBeNull();
  expect(attachmentProblem({ ...fresh, prompt: "See", cloneOnly: true }, 1)).not.toBeNull();
});

it("names a session after the prompt that goes as its first message", () => {
  expect(withoutPrompt({ prompt: "Look\nand see", branch: "main" })).toEqual({
    rest: { title: "Look", branch: "main" },
    prompt: "Look\nand see",
  });
  expect(withoutPrompt({ prompt: "Look", title: "Mine" }).rest.title).toBe("Mine");
});
