/** Lines of a Claude Code transcript in which an MCP tool answers with an app. */
export function appLines({ tool, html, callId = "call_1" }: { tool: string; html: string; callId?: string }) {
  const server = /^mcp__(.+?)__/.exec(tool)?.[1] ?? "shell";
  const timestamp = "2026-11-20T10:00:00.000Z";
  return [
    {
      type: "assistant",
      timestamp,
      message: {
        role: "assistant",
        model: "claude",
        content: [{ type: "tool_use", id: callId, name: tool, input: {} }],
      },
    },
    {
      type: "user",
      timestamp,
      message: {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: callId,
            content: [
              { type: "text", text: "Here is the app." },
              { type: "text", text: `[Resource from ${server} at ui://${server}/app] ${html}` },
            ],
          },
        ],
      },
    },
  ];
}
