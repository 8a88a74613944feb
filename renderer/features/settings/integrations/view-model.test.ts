import { expect, it } from "vitest";
import { curlExample, mcpExample, variableWords } from "./view-model.ts";

it("shows how a trigger is fired with the variables it takes", () => {
  const trigger = { id: 4, name: "Mail", variables: ["title", "text"], max_sessions_per_minute: null };
  const shown = curlExample("https://box.example.org", trigger);
  expect(shown).toContain("https://box.example.org/api/v1/external_app/triggers/4/invoke");
  expect(shown).toContain(`'{"variables":{"title":"…","text":"…"}}'`);
});

it("shows the address for clients of MCP", () => {
  expect(JSON.parse(mcpExample("http://127.0.0.1:3000"))).toMatchObject({
    mcpServers: { signalbox: { url: "http://127.0.0.1:3000/mcp/external_app" } },
  });
});

it.each([
  [[], "Takes no variables"],
  [["text", "author"], "Takes text, author"],
])("says of the variables %j: %s", (variables, words) => {
  expect(variableWords(variables)).toBe(words);
});
