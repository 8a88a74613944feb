import { expect, it } from "vitest";
import { serveApp } from "./app-test-bed.ts";
import { mostWrongCredentials, windowMs } from "./wrong-credential-rules.ts";

async function serveWithClock() {
  let now = 0;
  const app = await serveApp({ clock: { now: () => now } });
  const ask = (headers: Record<string, string>) => app.send("GET", "/api/v1/nothing", { headers });
  return {
    ask,
    pass: (ms: number) => void (now += ms),
    async guess(count: number, from = 0): Promise<void> {
      for (let at = 0; at < count; at++) await ask({ "x-api-key": `guess ${from + at}` });
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

it("slows an address that guesses keys, says for how long, and never refuses a right key", async () => {
  await using app = await serveWithClock();
  await app.guess(mostWrongCredentials);
  app.pass(10_000);
  const slowed = await app.ask({ "x-api-key": "one more" });
  expect([slowed.status, slowed.headers["retry-after"], slowed.headers["www-authenticate"]]).toEqual([
    429,
    "50",
    undefined,
  ]);
  expect(slowed.json()).toEqual({
    retry_after: 50,
    error: "Too Many Requests",
    message: "Too many wrong keys, tokens or codes from this address. Try again in 50 seconds.",
    messages: ["Too many wrong keys, tokens or codes from this address. Try again in 50 seconds."],
  });
  expect((await app.ask({ "x-api-key": "good" })).status).toBe(404);
  expect((await app.ask({})).status).toBe(401);
  app.pass(windowMs);
  expect((await app.ask({ "x-api-key": "one more" })).status).toBe(401);
});

it("answers a program with one wrong key as before, while others guess", async () => {
  await using app = await serveWithClock();
  await app.ask({ authorization: "Bearer expired" });
  await app.guess(100);
  expect((await app.ask({ authorization: "Bearer expired" })).status).toBe(401);
  expect((await app.ask({ authorization: "Bearer another" })).status).toBe(429);
});
