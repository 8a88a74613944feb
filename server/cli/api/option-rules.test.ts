import { expect, it } from "vitest";
import { sessionOperations } from "../../domains/sessions/sessions/model.ts";
import { optionsOf, readOption } from "./option-rules.ts";

const kindsOf = (operation: Parameters<typeof optionsOf>[0]) =>
  Object.fromEntries(optionsOf(operation).map(({ name, kind }) => [name, kind]));

it("makes an option of each key that an operation takes, by the kind of its value", () => {
  expect(kindsOf(sessionOperations.createSession)).toMatchObject({
    prompt: "text",
    "git-root": "text",
    precedence: "number",
    "mcp-servers": "list",
    "clone-only": "flag",
    config: "json",
  });
  expect(kindsOf(sessionOperations.listSessions)).toMatchObject({
    status: "list",
    "show-archived": "flag",
    "per-page": "number",
  });
});

it.each([
  ["list", ["a,b", "c"], { value: ["a", "b", "c"] }],
  ["number", "12", { value: 12 }],
  ["number", "many", null],
  ["number", "", null],
  ["json", '{"model":"opus"}', { value: { model: "opus" } }],
  ["json", "{model}", null],
  ["json", "plain", { value: "plain" }],
  ["flag", true, { value: true }],
  ["text", "12", { value: "12" }],
] as const)("reads a %s from %j", (kind, typed, read) => {
  expect(readOption({ kind }, typed)).toEqual(read);
});
