import { describe, expect, it } from "vitest";
import { type FormContent, requestedSchema } from "./model.ts";
import { childEnvironment, deadline, problemsOf, summaryOf } from "./rules.ts";
import { text } from "./text.ts";

const minute = 60_000;
const hour = 60 * minute;
const week = 7 * 24 * hour;

describe("deadline", () => {
  it.each([
    ["is the default's when none is set", null, hour],
    ["is the one that is set", 5 * minute, 5 * minute],
    ["is not before a minute has passed", 59_999, minute],
    ["is a minute from now at the earliest, even for one in the past", -hour, minute],
    ["is not after a week", week + 1, week],
    ["may be a week away", week, week],
  ])("%s", (_title, asked, lasting) => {
    const now = 1_000_000;
    expect(deadline(asked === null ? null : now + asked, hour, now)).toBe(now + lasting);
  });
});

describe("problemsOf", () => {
  const schema = requestedSchema.parse({
    type: "object",
    properties: {
      ok: { type: "boolean" },
      count: { type: "integer", minimum: 1, maximum: 3 },
      share: { type: "number" },
      name: { type: "string", minLength: 2, maxLength: 4 },
      mail: { type: "string", format: "email" },
      page: { type: "string", format: "uri" },
      day: { type: "string", format: "date" },
      at: { type: "string", format: "date-time" },
      free: { type: "string", format: "unheard-of" },
      size: { type: "string", enum: ["s", "l"] },
      kind: { type: "string", oneOf: [{ const: "a", title: "First" }, { const: "b" }] },
      tags: { type: "array", items: { enum: ["x", "y", "z"] }, minItems: 1, maxItems: 2 },
      more: { type: "array", items: { anyOf: [{ const: "x" }] } },
    },
    required: ["ok"],
  });
  const problems = (content: FormContent) => problemsOf({ ok: true, ...content }, schema).map(text.problem);

  it.each<[string, FormContent]>([
    ["an answer with the required fields only", {}],
    ["the smallest values allowed", { count: 1, name: "ab", tags: ["x"] }],
    ["the largest values allowed", { count: 3, name: "abcd", tags: ["x", "y"], more: ["x"] }],
    ["a name of four characters that has more code units", { name: "🦊🦊🦊🦊" }],
    [
      "well-formed text",
      { mail: "a@b", page: "https://x/", day: "2026-01-31", at: "2026-01-31T10:00:00.5+02:00" },
    ],
    ["text of an unknown format", { free: "anything" }],
    ["choices", { size: "s", kind: "b" }],
    ["null for a field that is not required", { share: null, size: null }],
  ])("accepts %s", (_title, content) => {
    expect(problems(content)).toEqual([]);
  });

  it.each<[FormContent, string]>([
    [{ ok: null }, "ok is required"],
    [{ ok: "yes" }, "ok must be true or false"],
    [{ count: 1.5 }, "count must be a whole number"],
    [{ count: 0 }, "count must be at least 1"],
    [{ count: 4 }, "count must be at most 3"],
    [{ share: "half" }, "share must be a number"],
    [{ name: 1 }, "name must be text"],
    [{ name: "a" }, "name must have at least 2 characters"],
    [{ name: "abcde" }, "name must have at most 4 characters"],
    [{ mail: "nobody" }, "mail must be an email address"],
    [{ page: "x" }, "page must be an absolute URL"],
    [{ day: "2026-13-01" }, "day must be a date such as 2026-01-31"],
    [{ at: "2026-01-31" }, "at must be a date and time such as 2026-01-31T12:00:00Z"],
    [{ size: "m" }, "size must be one of s, l"],
    [{ kind: "First" }, "kind must be one of a, b"],
    [{ tags: "x" }, "tags must be a list"],
    [{ tags: ["w"] }, "tags can only contain x, y, z"],
    [{ tags: ["x", "x"] }, "tags contains the same choice twice"],
    [{ tags: [] }, "tags must have at least 1 entry"],
    [{ tags: ["x", "y", "z"] }, "tags must have at most 2 entries"],
    [{ toString: 1 }, "toString is not a field of the form"],
  ])("refuses %j", (content, sentence) => {
    expect(problems(content)).toEqual([sentence]);
  });
});

describe("a form", () => {
  it.each([
    ["has no nested fields", { properties: { a: { type: "object", properties: {} } } }],
    ["has a type for every field", { properties: { a: {} } }],
    ["is an object", { type: "array" }],
  ])("%s", (_title, schema) => {
    expect(requestedSchema.safeParse(schema).success).toBe(false);
  });

  it("may have no fields", () => {
    expect(requestedSchema.parse({})).toEqual({ type: "object", properties: {}, required: [] });
  });
});

it("a summary is one line of at most 300 characters", () => {
  expect(summaryOf("  Which\n\n color? ")).toBe("Which color?");
  expect(summaryOf("x".repeat(300))).toHaveLength(300);
  expect(summaryOf("x".repeat(301))).toBe(`${"x".repeat(299)}…`);
});

it("an MCP server gets the URLs to ask and poll, and the lifetime", () => {
  expect(childEnvironment({ sessionId: 7, url: "http://127.0.0.1:1/q", lastingMs: hour })).toEqual({
    ELICITATION_ENABLED: "true",
    ELICITATION_REQUEST_URL: "http://127.0.0.1:1/q",
    ELICITATION_POLL_URL: "http://127.0.0.1:1/q",
    ELICITATION_TTL_MS: "3600000",
    ELICITATION_SESSION_ID: "7",
    ELICITATION_PREFER_HTTP_FALLBACK: "true",
  });
});
