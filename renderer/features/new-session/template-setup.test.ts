import { expect, it } from "vitest";
import { someSession } from "../sessions/session.test-data.ts";
import { emptyForm } from "./form.ts";
import { someConfigs } from "./new-session.test-data.ts";
import { applyTemplate, templateSetup, templateSetupOfSession, unreadPrompt } from "./template-setup.ts";

const fresh = { ...emptyForm(someConfigs), title: "Mine", prompt: "Mend it", branch: "dev" };

it("keeps everything but the title, and the prompt only if asked to", () => {
  expect(templateSetup(fresh, false)).toMatchObject({ root: "orchard", branch: "dev", prompt: "" });
  expect(templateSetup(fresh, true).prompt).toBe("Mend it");
  expect(templateSetup(fresh, true)).not.toHaveProperty("title");
});

it("keeps the written prompt unless the template has one", () => {
  const setup = templateSetup({ ...fresh, branch: "next" }, false);
  expect(applyTemplate(fresh, setup, someConfigs)).toMatchObject({
    title: "Mine",
    prompt: "Mend it",
    branch: "next",
  });
  expect(applyTemplate(fresh, { ...setup, prompt: "Weed" }, someConfigs).prompt).toBe("Weed");
  expect(applyTemplate(fresh, { ...setup, root: "felled" }, someConfigs).root).toBe("orchard");
});

it("takes over the settings of a session, except those that its agent root sets", () => {
  const session = someSession({
    agent_runtime: "claude_code",
    branch: "main",
    goal: "green",
    mcp_servers: ["mailer", "clock"],
    catalog_skills: [],
    config: { model: "large", effort: "high" },
    metadata: { agent_root_key: "orchard" },
  });
  expect(templateSetupOfSession(session, someConfigs)).toMatchObject({
    source: "root",
    root: "orchard",
    branch: "",
    model: "large",
    effort: "high",
    goal: "default",
    mcpServers: null,
    skills: [],
    prompt: "",
  });
});

it("names the repository of a session whose agent root is gone, and its own goal in full", () => {
  const session = someSession({ git_root: "/srv/x.git", branch: "dev", goal: "All is well", metadata: {} });
  expect(templateSetupOfSession(session, someConfigs)).toMatchObject({
    source: "repository",
    gitRoot: "/srv/x.git",
    branch: "dev",
    goal: "own",
    ownGoal: "All is well",
  });
});

it("keeps the prompt of a session only if its clone failed, so that no agent has read it", () => {
  const failed = { failure_reason: "git_clone_failed", prompt: "Mend it" };
  expect(unreadPrompt(failed)).toBe("Mend it");
  expect(unreadPrompt({ ...failed, failure_reason: "context_length" })).toBe("");
  expect(unreadPrompt(null)).toBe("");
});
