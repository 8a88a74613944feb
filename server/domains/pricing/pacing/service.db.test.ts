import { expect, it } from "vitest";
import { openTestDatabase } from "../../../../test/support/database.ts";
import { appSettingService } from "../../owner/app-settings/index.ts";
import { type CapacityLearningDeps, learnCapacities } from "./capacity-learning.ts";
import { pacingService } from "./service.ts";

const hour = 3_600_000;

it("learns what the windows hold from what was spent since they began, and keeps it over a restart", async () => {
  using opened = openTestDatabase();
  const { clock } = opened;
  const settings = appSettingService(opened);
  const pacing = pacingService({ settings, clock });
  const at = clock.at;
  const asked: object[] = [];
  let changes = 0;
  const deps: CapacityLearningDeps = {
    pacing,
    runtimes: ["claude_code", "pi"],
    reading: (runtime) =>
      runtime === "pi"
        ? null
        : {
            takenAt: at,
            accounts: 1,
            windows: [
              { name: "five_hour", utilization: 0.2, resetsAt: at + hour },
              { name: "weekly", utilization: null, resetsAt: null },
            ],
          },
    spent: (window) => Promise.resolve(asked.push(window) * 40),
    changed: () => void (changes += 1),
  };
  await learnCapacities(deps);
  expect(asked).toEqual([{ runtime: "claude_code", from: at - 4 * hour, to: at }]);
  expect(changes).toBe(1);
  const again = pacingService({ settings, clock });
  for (const { capacity } of [pacing, again]) {
    expect(capacity("claude_code", "five_hour")).toMatchObject({ usd: 200, spent_usd: 40, observations: 1 });
    expect(capacity("claude_code", "weekly")).toBeNull();
  }
  clock.at += 25 * hour;
  expect(again.capacity("claude_code", "five_hour")).toBeNull();
});

it("knows what a session spends whatever its model is called", () => {
  using opened = openTestDatabase();
  const { learnRates, rate } = pacingService({ settings: appSettingService(opened), clock: opened.clock });
  const session = { agentRuntime: "codex", agentRoot: "builder" };
  expect(rate({ ...session, model: "gpt-5.4" })).toBeNull();
  learnRates(
    new Map([
      ["codex", [{ harness: "builder", model: "openai/gpt-5.4", usd_per_minute: 0.5, sample_minutes: 3 }]],
    ]),
  );
  expect(rate({ ...session, model: "GPT-5.4" })).toBe(0.5);
  expect(rate({ ...session, agentRuntime: "pi", model: "gpt-5.4" })).toBeNull();
});
