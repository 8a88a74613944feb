import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor, type Redactor, redactJson, redactJsonLine } from "./index.ts";
import { inContext, privateKey, tokens } from "./planted.test-data.ts";

const redactor = createRedactor({ known: [{ name: "env/quoted", value: 'a"known\\value:42' }] });
const planted = [...tokens, ...inContext];

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The expected result: every string and every key redacted separately. */
function redactDeep(by: Redactor, value: Json): Json {
  if (typeof value === "string") return by.redact(value);
  if (Array.isArray(value)) return value.map((item) => redactDeep(by, item));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [by.redact(key), redactDeep(by, item)]),
  );
}

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(...planted.map((item) => item.text), privateKey),
      fc.constantFrom("\n", "\t", '"', "\\", " ", "é", "\u001b[1m", 'a"known\\value:42', "export X\n"),
      fc.string({ maxLength: 8, unit: "binary" }),
    ),
    { maxLength: 6 },
  )
  .map((pieces) => pieces.join(""));
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    text,
    fc.integer(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("type", "text", "content", "uuid", "a b"), tie("value"), { maxKeys: 3 }),
  ),
})).value;

describe("redactJsonLine", () => {
  it.each(planted.map(({ name, text: given, secret }) => [name, given, secret] as const))(
    "removes %s nested twice, right after an escaped newline",
    (_name, given, secret) => {
      const inner = JSON.stringify({ output: `export X\n${given}\nmore` });
      for (const content of [`export X\n${given}\nmore`, inner]) {
        const line = JSON.stringify({
          type: "user",
          message: { content: [{ type: "tool_result", content }] },
        });
        const clean = redactJsonLine(redactor, line);
        expect(JSON.parse(clean)).toMatchObject({ type: "user" });
        expect(clean).not.toContain(secret);
        expect(redactJsonLine(redactor, clean)).toBe(clean);
      }
    },
  );

  it("has the same result as redacting every string separately, and is valid JSON", () => {
    fc.assert(
      fc.property(json, (value) => {
        const clean = redactJsonLine(redactor, JSON.stringify(value));
        expect(JSON.parse(clean)).toEqual(redactDeep(redactor, value));
        expect(redactJsonLine(redactor, clean)).toBe(clean);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ["apiToken", "abcdefgh12345678"],
    ["password", "correcthorsebatterystaple"],
    ["Authorization", "Basic dXNlcjpodW50ZXI0Mg=="],
    ["x-api-key", "abcdefgh12345678"],
  ])("reads a value together with its key %s", (key, value) => {
    const clean = redactJsonLine(redactor, JSON.stringify({ headers: { [key]: value }, n: 1 }));
    expect(Object.keys((JSON.parse(clean) as { headers: object }).headers)).toEqual([key]);
    expect(clean).toContain("[REDACTED:shape:");
    expect(redactJsonLine(redactor, clean)).toBe(clean);
  });

  it("finds what unicode escapes and escaped slashes hide from the raw scan", () => {
    const [{ secret } = { secret: "" }] = tokens;
    const hidden = `{"a":"${secret.replace("-", "\\u002d")}","b":"https:\\/\\/user:hunter42hunter@example.org\\/x"}`;
    const clean = redactJsonLine(redactor, hidden);
    expect(JSON.parse(clean)).toEqual({
      a: `[REDACTED:shape:ANTHROPIC_OAUTH:${secret.length}]`,
      b: "https://user:[REDACTED:shape:URL_PASSWORD:14]@example.org/x",
    });
  });

  it("changes no byte outside of strings with a secret, including numbers and repeated keys", () => {
    const secret = tokens[0]?.secret ?? "";
    const line = `{ "n" : 12345678901234567890.10, "a":1,"a":2, "t":"\\u00e9\\/", "s":"${secret}" }\r\n`;
    const clean = redactJsonLine(redactor, line);
    expect(clean).toBe(line.replace(secret, `[REDACTED:shape:ANTHROPIC_OAUTH:${secret.length}]`));
  });

  it("treats a line that is not JSON as text", () => {
    const secret = tokens[0]?.secret ?? "";
    expect(redactJsonLine(redactor, `{"cut off": "${secret}`)).toBe(
      `{"cut off": "[REDACTED:shape:ANTHROPIC_OAUTH:${secret.length}]`,
    );
  });

  it("does not change usage numbers", () => {
    const line = '{"usage":{"input_tokens":1234567890123456,"token":1234567890123456789}}';
    expect(redactJsonLine(redactor, line)).toBe(line);
  });
});

describe("redactJson", () => {
  it("has the same result as redacting the value's line", () => {
    fc.assert(
      fc.property(json, (value) => {
        const line = redactJsonLine(redactor, JSON.stringify(value));
        expect(redactJson(redactor, value)).toEqual(JSON.parse(line));
      }),
      { numRuns: 300 },
    );
  });

  it("reads a value together with its key, and changes no number", () => {
    const clean = redactJson(redactor, { headers: { apiToken: "abcdefgh12345678" }, token: 12_345_678 });
    expect(clean.headers.apiToken).toMatch(/^\[REDACTED:shape:/);
    expect(clean.token).toBe(12_345_678);
  });
});
