import fc from "fast-check";
import { expect, it } from "vitest";
import { fixedShift } from "../../../lib/zone-shifts.ts";
import { priceChanges, priceList, promptSteps, sumOf } from "../../pricing/prices/index.ts";
import type { Cell } from "./cells.ts";
import { joinedRecords } from "./encoded-sums.ts";
import { totalsOf } from "./totals.ts";

const dayMs = 86_400_000;
const count = fc.integer({ min: 0, max: 400_000 });
const cells: fc.Arbitrary<Cell> = fc
  .record({
    at: fc.constantFrom(...priceChanges.flatMap((change) => [change - 1, change]), Date.UTC(2026, 10, 1)),
    model: fc.constantFrom("claude-opus-5", "claude-haiku-5-5", "claude-sonnet-5-5", "gpt-6-sol", "nova-1"),
    source: fc.constantFrom(null, "unknown"),
    prompt: fc.constantFrom(1, ...promptSteps, ...promptSteps.map((step) => step + 1)),
    tokens: fc.tuple(count, count, count, count),
    oneHour: fc.boolean(),
  })
  .map(({ at, model, source, prompt, tokens: [input, output, read, written], oneHour }) => [
    at,
    prompt,
    null,
    "builder",
    model,
    0,
    source,
    2,
    input,
    output,
    read,
    written,
    oneHour ? written : 0,
    1,
  ]);

it("costs are those of the price list, whichever way they are added up", () => {
  const prices = priceList([
    { model: "gpt-6-sol", prices: { input: 3, output: 15, cacheRead: 0, cacheWrite: 0, cacheWrite1h: 0 } },
  ]);
  fc.assert(
    fc.property(fc.array(cells, { maxLength: 30 }), (found) => {
      const nanos = found.reduce((sum, [calledAt, promptTokens, , , model, , , , ...counts]) => {
        const [
          inputTokens,
          outputTokens,
          cacheReadTokens,
          cacheCreationTokens,
          cacheCreation1hTokens,
          webSearchRequests,
        ] = counts;
        const parts = prices.partsOf(
          { model, calledAt, promptTokens },
          {
            inputTokens,
            outputTokens,
            cacheReadTokens,
            cacheCreationTokens,
            cacheCreation1hTokens,
            webSearchRequests,
          },
        );
        return sum + (parts === null ? 0 : sumOf(parts));
      }, 0);
      const terms = { prompts: promptSteps, instants: priceChanges, bucketMs: dayMs, shifts: fixedShift(0) };
      const totals = totalsOf(found, prices, terms);
      const sumsOf = (groups: Iterable<{ nanos: number }>): number =>
        [...groups].reduce((sum, tally) => sum + tally.nanos, 0);
      expect(totals.all).toMatchObject({ nanos, calls: found.length * 2 });
      expect(sumsOf(totals.models.values())).toBe(nanos);
      expect(sumsOf(Object.values(totals.parts))).toBe(nanos);
      expect(sumsOf([...totals.buckets.values()].map(({ all }) => all))).toBe(nanos);
      expect(sumsOf(totals.sources.values()) + totals.sessionNanos).toBe(nanos);
      expect([...totals.unpriced]).toEqual(found.some((cell) => cell[4] === "nova-1") ? ["nova-1"] : []);
    }),
    { numRuns: 100 },
  );
});

it("encoded records are joined to one", () => {
  const encoded = [{ a: [1], b: "}" }, { c: null }, { d: { e: "{" } }].map((record) =>
    Buffer.from(JSON.stringify(record)),
  );
  expect(JSON.parse(Buffer.from(joinedRecords(encoded)).toString("utf8"))).toEqual({
    a: [1],
    b: "}",
    c: null,
    d: { e: "{" },
  });
});
