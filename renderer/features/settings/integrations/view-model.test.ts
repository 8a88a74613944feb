import { expect, it } from "vitest";
import { text } from "./text.ts";
import { curlExample, mcpExample } from "./view-model.ts";

it("shows how to fire a trigger with its variables", () => {
  const trigger = { id: 4, name: "Mail", variables: ["title", "text"], max_sessions_per_minute: null };
  const shown = curlExample("https://box.example.org", trigger);
  expect(shown).toContain("https://box.example.org/api/v1/external_app/triggers/4/invoke");
  expect(shown).toContain(`'{"variables":{"title":"…","text":"…"}}'`);
});

it("shows the address for MCP clients", () => {
  expect(JSON.parse(mcpExample("http://127.0.0.1:3000"))).toMatchObject({
    mcpServers: { signalbox: { url: "http://127.0.0.1:3000/mcp/external_app" } },
  });
});

it.each([
  [[], "No variables"],
  [["text", "author"], "Variables: text, author"],
])("describes the variables %j as: %s", (variables, words) => {
  expect(text.triggers.variables(variables)).toBe(words);
});
