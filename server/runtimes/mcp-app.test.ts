import { expect, it } from "vitest";
import { transcript as claude } from "./claude-code/transcript.ts";
import { codexTranscript as codex } from "./codex/transcript.ts";
import { appsIn } from "./mcp-app.ts";
import { piTranscript as pi } from "./pi/transcript.ts";

const html = "<h1>Chart</h1>";
const resource = { uri: "ui://charts/line", mimeType: "text/html;profile=mcp-app", text: html };
const block = (changes: object = {}) => ({ type: "resource", resource: { ...resource, ...changes } });
const app = { uri: resource.uri, html };

it.each<[string, unknown, object[]]>([
  ["HTML of a ui:// address", block(), [app]],
  ["plain HTML, as before the specification", block({ mimeType: "text/html" }), [app]],
  ["HTML in base64", block({ text: undefined, blob: Buffer.from(html).toString("base64") }), [app]],
  ["another address", block({ uri: "https://example.com/" }), []],
  ["an address alone", block({ mimeType: "text/uri-list" }), []],
  ["something like HTML", block({ mimeType: "text/htmlx" }), []],
  ["no content", block({ text: undefined }), []],
  ["a text", { type: "text", text: html }, []],
  ["nothing", null, []],
])("takes %s for an app, or not", (_title, found, apps) => {
  expect(appsIn([found])).toEqual(apps);
});

const claudeLine = (texts: readonly string[], more: object = {}) => ({
  type: "user",
  message: {
    content: [
      {
        type: "tool_result",
        tool_use_id: "c1",
        content: texts.map((text) => ({ type: "text", text })),
        ...more,
      },
    ],
  },
});

it.each<[string, string[], object, number]>([
  ["an app", ["Here.", `[Resource from charts at ui://charts/line] ${html}`], {}, 1],
  [
    "no app in a failed result",
    [`[Resource from charts at ui://charts/line] ${html}`],
    { is_error: true },
    0,
  ],
  ["no app without HTML", ["[Resource from charts at ui://charts/line] just words"], {}, 0],
  ["no app in another resource", [`[Resource from charts at file:///a.html] ${html}`], {}, 0],
  ["no app in the middle of a text", [`See [Resource from charts at ui://charts/line] ${html}`], {}, 0],
])("reads from Claude Code's results %s", (_title, texts, more, count) => {
  const line = claudeLine(texts, more);
  const [event] = claude.events(line);
  expect((event as { apps?: number }).apps ?? 0).toBe(count);
  expect(claude.apps?.(line) ?? []).toEqual(count === 0 ? [] : [app]);
});

it("reads apps from Codex's results of MCP calls", () => {
  const line = {
    type: "event_msg",
    payload: {
      type: "item_completed",
      item: { type: "McpToolCall", id: "c1", server: "charts", tool: "line", result: { content: [block()] } },
    },
  };
  expect(codex.events(line)).toContainEqual(expect.objectContaining({ type: "tool_result", apps: 1 }));
  expect(codex.apps?.(line)).toEqual([app]);
});

it("reads apps from pi's results as its extension keeps them", () => {
  const message = { role: "toolResult", toolCallId: "c1", content: [{ type: "text", text: html }] };
  const line = { type: "message", message: { ...message, details: { mcpApps: [block()] } } };
  expect(pi.events(line)).toEqual([expect.objectContaining({ type: "tool_result", apps: 1 })]);
  expect(pi.apps?.(line)).toEqual([app]);
  const failed = { type: "message", message: { ...line.message, isError: true } };
  expect(pi.events(failed)).toEqual([expect.not.objectContaining({ apps: 1 })]);
  expect(pi.apps?.(failed)).toEqual([]);
});
