import fc from "fast-check";
import { expect, it } from "vitest";
import { packCalls, unpackCalls } from "./packed-calls.ts";

const count = fc.maxSafeNat();
const splitCall = fc.record({
  call: fc.record({
    requestId: fc.string(),
    model: fc.string(),
    calledAt: fc.maxSafeInteger(),
    inputTokens: count,
    outputTokens: count,
    cacheReadTokens: count,
    cacheCreationTokens: count,
    cacheCreation1hTokens: fc.option(count),
    webSearchRequests: count,
  }),
  features: fc.option(fc.uint8Array()),
});

it("gives back the calls that were packed, after a copy to another thread", () => {
  fc.assert(
    fc.property(fc.array(splitCall), (splits) => {
      const found = unpackCalls(structuredClone(packCalls(splits)));
      const plain = found.map(({ call, features }) => ({ call, features: features && [...features] }));
      expect(plain).toEqual(
        splits.map(({ call, features }) => ({ call, features: features && [...features] })),
      );
    }),
  );
});
