import { afterAll, beforeAll, describe, expect } from "vitest";
import type { GoalView } from "../../server/domains/sessions/goals/model.ts";
import { openSelfClient } from "../support/self-client.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { promptsWith, restedSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const goals = async (): Promise<GoalView[]> =>
  (await service.call<{ goals: GoalView[] }>("GET", "/configs")).body.goals;

describe("the goal catalog", () => {
  proves("R195")("has four goals, each with its description and checks", async () => {
    const pullRequest = [
      "pull_request_open",
      "ci_green",
      "verification_section",
      "verification_boxes_checked",
      "ready_to_merge_label",
    ];
    const found = await goals();
    expect(found.map(({ id, checks }) => [id, checks])).toEqual([
      ["codebase-question", ["no_pull_request"]],
      ["open-reviewed-green-pr", pullRequest],
      ["open-reviewed-green-pr-with-version-bump", pullRequest],
      ["e2e-verified-green-pr", pullRequest],
    ]);
    for (const { name, description } of found) {
      expect(name).toMatch(/\w/);
      expect(description.length).toBeGreaterThan(100);
    }
  });
});

describe("an agent whose goal is a pull request", () => {
  proves("R196", "R199")(
    "learns that the label is its own claim, and has the tools to wait for the merge",
    async () => {
      const prompt = "Mend the gate latch.\n#script say Mended.";
      const { id } = await restedSession(service, prompt, { goal: "open-reviewed-green-pr" });
      const [told = ""] = promptsWith(service, "Mend the gate latch.");
      expect(told).toContain("Apply the label `ready to merge`. It is your own claim");
      expect(told).toContain("does not merge anything and does not say that a person reviewed");
      expect(told).toContain("Do not merge the pull request yourself.");
      await using agent = await openSelfClient(service, id);
      const { tools } = await agent.client.listTools();
      expect(tools.map(({ name }) => name)).toContain("wake_me_up_later");
      const act = tools.find(({ name }) => name === "action_session");
      expect(act?.inputSchema.properties?.["action"]).toMatchObject({
        enum: expect.arrayContaining(["rest_in_needs_input", "archive"]),
      });
    },
  );
});
