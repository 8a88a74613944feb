import { expect, it } from "vitest";
import { systemClock } from "../lib/clock.ts";
import { refreshingRedactor } from "../redactor.ts";
import { workerPool } from "../workers/pool.ts";
import { lineRedaction } from "./line-redaction.ts";

it("redacts a large line on another thread as a small one on this", async () => {
  const secret = "not-to-be-told-1234";
  const redactor = refreshingRedactor({
    clock: systemClock,
    secrets: () => [{ name: "A_TOKEN", value: secret }],
  });
  const failed: unknown[] = [];
  const workers = workerPool({ log: (error) => void failed.push(error) });
  const redact = lineRedaction(redactor, workers);
  const lineOf = (words: number) => JSON.stringify({ text: `${"word ".repeat(words)}${secret}` });
  try {
    const small = await redact(lineOf(1));
    const large = redact(lineOf(200_000));
    expect(small).not.toContain(secret);
    expect(large).toBeInstanceOf(Promise);
    expect(await large).toBe(small.replace("word ", "word ".repeat(200_000)));
  } finally {
    await workers.close();
  }
  expect(failed).toEqual([]);
});
