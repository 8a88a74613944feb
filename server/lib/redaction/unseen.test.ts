import { expect, it } from "vitest";
import { createRedactor, redactJsonLine } from "./index.ts";
import { unseen } from "./unseen.test-data.ts";

/** Kinds without a rule; they are removed only if their values are known. */
const missedKinds = [
  "kubeconfig key",
  "mailgun key",
  "mysql flag",
  "azure sas",
  "presigned url",
  "django",
  "pgpass",
  "prose",
  "positional arguments",
  "fish",
  "dockerfile",
  "maven settings",
  "generic key env",
  "redis-cli",
  "htpasswd",
];

it("finds 45 of 60 secrets, and misses only the kinds named", () => {
  const redactor = createRedactor();
  const missed = unseen.filter(({ text, secret }) => {
    const line = redactJsonLine(redactor, JSON.stringify({ content: `$ cat it\n${text}\n` }));
    const { content } = JSON.parse(line) as { content: string };
    return content.includes(secret) || content.includes(secret.slice(-12));
  });
  expect(unseen).toHaveLength(60);
  expect(missed.map(({ kind }) => kind)).toEqual(missedKinds);
});

it("finds every one of them once its value is known", () => {
  const whole = unseen.filter(({ secret }) => !/\s/.test(secret));
  const redactor = createRedactor({
    known: whole.map(({ kind, secret }) => ({ name: kind, value: secret })),
  });
  const missed = whole.filter(({ text, secret }) =>
    redactJsonLine(redactor, JSON.stringify({ text })).includes(secret),
  );
  expect(missed.map(({ kind }) => kind)).toEqual([]);
});
