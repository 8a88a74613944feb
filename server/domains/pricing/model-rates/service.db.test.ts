import { expect, it } from "vitest";
import { openTestDatabase } from "../../../../test/support/database.ts";
import { modelRateService } from "./index.ts";

const million = {
  inputTokens: 1_000_000,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheCreationTokens: 0,
  cacheCreation1hTokens: 0,
  webSearchRequests: 0,
};

it("puts what the owner pays in the place of a list price, until it is removed", () => {
  using opened = openTestDatabase();
  const rates = modelRateService(opened);
  let changes = 0;
  rates.onChange(() => {
    changes += 1;
  });
  const usd = (model: string): number | null =>
    rates.prices().priceOf({ model, calledAt: opened.clock.at, promptTokens: 0 }, million);
  expect([usd("gpt-6-sol"), usd("nova-1")]).toEqual([2e9, null]);
  expect(rates.set("openrouter/Nova-1", { input: 4, output: 8 })).toEqual({
    model: "nova-1",
    input: 4,
    output: 8,
    cache_read: 0.4,
    cache_write_5m: 5,
    cache_write_1h: 8,
    own: true,
  });
  rates.set("gpt-6-sol", { input: 1, output: 1 });
  expect([usd("gpt-6-sol"), usd("nova-1")]).toEqual([1e9, 4e9]);
  expect(rates.list().rates.filter(({ own }) => own)).toHaveLength(2);
  expect(modelRateService(opened).prices().own).toHaveLength(2);
  rates.remove("nova-1");
  expect([usd("nova-1"), changes]).toEqual([null, 3]);
  expect(() => rates.remove("nova-1")).toThrow("no price of your own");
});
