import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { startHttpEcho } from "../../../test/support/mcp-echo/http.ts";
import type { Equipment, HookSource, McpServer } from "../runtime.ts";
import { openTestBed } from "./cli-test-bed.ts";
import { piTranscript } from "./transcript.ts";

const stdioEcho = fileURLToPath(new URL("../../../test/support/mcp-echo/stdio.ts", import.meta.url));

function equip(change: Partial<Equipment>) {
  return { equipment: { mcpServers: [], skills: [], hooks: [], ...change } };
}

function stdioServer(name: string, command: string, args: string[] = []): McpServer {
  return { name, type: "stdio", command, args, env: {}, startupTimeoutSec: 10 };
}

async function resultsIn(bed: Awaited<ReturnType<typeof openTestBed>>) {
  const events = (await bed.transcript()).flatMap((line) => piTranscript.events(line));
  return events.flatMap((event) => (event.type === "tool_result" ? [event] : []));
}

it("gives the model the tools of MCP servers over stdio and HTTP", async () => {
  await using bed = await openTestBed();
  await using http = await startHttpEcho();
  const mcpServers: McpServer[] = [
    stdioServer("local", process.execPath, [stdioEcho]),
    { name: "remote", type: "streamable-http", url: http.url, headers: { authorization: "Bearer t0ken" } },
  ];
  const { turn, events } = await bed.start(
    [
      '#script mcp server=local tool=echo args={"text":"one"}',
      '#script mcp server=remote tool=echo args={"text":"two"}',
      "#script say done",
    ].join("\n"),
    equip({ mcpServers }),
  );
  expect(await turn.outcome).toMatchObject({ kind: "completed", lastMessage: "done" });
  expect((await resultsIn(bed)).map(({ text }) => text)).toEqual(["echo: one", "echo: two"]);
  expect(http.headers.at(-1)).toMatchObject({ authorization: "Bearer t0ken" });
  expect(events.filter(({ kind }) => kind === "mcp_server_failed")).toEqual([]);
  expect(await bed.living()).toEqual([]);
});

it("keeps an app of an MCP server in the transcript", async () => {
  await using bed = await openTestBed();
  const html = "<h1>Chart</h1>";
  const { turn } = await bed.start(
    `#script mcp server=local tool=draw args=${JSON.stringify({ html })}\n#script say drawn`,
    equip({ mcpServers: [stdioServer("local", process.execPath, [stdioEcho])] }),
  );
  expect(await turn.outcome).toMatchObject({ kind: "completed" });
  const lines = await bed.transcript();
  expect(lines.flatMap((line) => piTranscript.apps?.(line) ?? [])).toEqual([{ uri: "ui://echo/app", html }]);
  expect(await resultsIn(bed)).toEqual([expect.objectContaining({ apps: 1 })]);
});

it("connects to a server whose tools are known only when one is called", async () => {
  await using bed = await openTestBed();
  await using http = await startHttpEcho();
  const inputSchema = { type: "object", properties: { text: { type: "string" } } };
  const tools = [{ name: "echo", description: "As listed beforehand.", inputSchema }];
  const mcpServers: McpServer[] = [
    { name: "known", type: "streamable-http", url: http.url, headers: {}, tools },
    { name: "unused", type: "streamable-http", url: "http://127.0.0.1:9/mcp", headers: {}, tools },
  ];
  const { turn, events } = await bed.start(
    '#script mcp server=known tool=echo args={"text":"late"}\n#script say done',
    equip({ mcpServers }),
  );
  expect(await turn.outcome).toMatchObject({ kind: "completed", lastMessage: "done" });
  expect((await resultsIn(bed)).map(({ text }) => text)).toEqual(["echo: late"]);
  expect(JSON.stringify(bed.model.requests().at(-1)?.body)).toContain("As listed beforehand.");
  expect(events.filter(({ kind }) => kind === "mcp_server_failed")).toEqual([]);
});

it("reports a failure of an MCP tool to the model as a failure", async () => {
  await using bed = await openTestBed();
  const script = join(bed.workspace.scratch, "angry.mjs");
  await writeFile(
    script,
    `import { createInterface } from "node:readline";
    const tools = [{ name: "ask", inputSchema: { type: "object" } }];
    const results = {
      initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "a", version: "1" } },
      "tools/list": { tools },
      "tools/call": { isError: true, content: [{ type: "text", text: "go away" }] },
    };
    for await (const line of createInterface({ input: process.stdin })) {
      const { id, method } = JSON.parse(line);
      if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? {} }));
    }`,
  );
  const { turn } = await bed.start(
    "#script mcp server=angry tool=ask args={}\n#script say done",
    equip({ mcpServers: [stdioServer("angry", process.execPath, [script])] }),
  );
  expect(await turn.outcome).toMatchObject({ kind: "completed" });
  expect(await resultsIn(bed)).toMatchObject([{ isError: true, text: "go away" }]);
});

it("reports MCP servers that do not start, and continues without them", async () => {
  await using bed = await openTestBed();
  const mcpServers: McpServer[] = [
    stdioServer("absent", "/nowhere/server"),
    { ...stdioServer("silent", "sleep", ["300"]), startupTimeoutSec: 1 },
    { name: "closed", type: "streamable-http", url: "http://127.0.0.1:9/mcp", headers: {} },
    stdioServer("fine", process.execPath, [stdioEcho]),
  ];
  const { turn, events } = await bed.start(
    '#script mcp server=fine tool=echo args={"text":"still here"}\n#script say done',
    equip({ mcpServers }),
  );
  expect(await turn.outcome).toMatchObject({ kind: "completed" });
  const failed = events.flatMap((event) => (event.kind === "mcp_server_failed" ? [event.server] : []));
  expect(failed.toSorted()).toEqual(["absent", "closed", "silent"]);
  expect((await resultsIn(bed)).map(({ text }) => text)).toEqual(["echo: still here"]);
  expect(await bed.living()).toEqual([]);
});

it("shows a skill to the model and runs hooks, one of which refuses a tool", async () => {
  await using bed = await openTestBed();
  const { scratch } = bed.workspace;
  const skill = join(scratch, "tidy");
  const reference = join(scratch, "style.md");
  await mkdir(skill);
  await writeFile(join(skill, "SKILL.md"), "---\nname: tidy\ndescription: Tidies a drawer.\n---\nTidy.");
  await writeFile(reference, "# Style");
  const guard = join(scratch, "guard");
  await mkdir(guard);
  await writeFile(join(guard, "refuse.sh"), "#!/bin/sh\necho 'no shell today' >&2\nexit 2\n", {
    mode: 0o755,
  });
  const hook = (id: string, event: string, command: string): HookSource => ({
    id,
    path: guard,
    event,
    command,
    args: [],
    env: { OUT: scratch },
  });
  const hooks = [
    { ...hook("guard", "pre_tool_call", "./refuse.sh"), matcher: "Bash" },
    { ...hook("note", "post_tool_call", 'cat > "$OUT/after.json"'), matcher: "write" },
    hook("bye", "session_end", 'echo bye > "$OUT/bye"'),
  ];
  const { turn } = await bed.start(
    "#script bash cmd=touch never\n#script write_file path=a.txt text=a\n#script say done",
    equip({ skills: [{ id: "tidy", path: skill, references: [reference] }], hooks }),
  );
  expect(await turn.outcome).toMatchObject({ kind: "completed", lastMessage: "done" });

  expect(JSON.stringify(bed.model.requests().at(-1)?.body)).toContain("Tidies a drawer.");
  expect(await readFile(join(bed.workspace.home, "skills/tidy/references/style.md"), "utf8")).toBe("# Style");
  expect((await resultsIn(bed))[0]).toMatchObject({
    isError: true,
    text: expect.stringContaining("no shell today"),
  });
  expect(JSON.parse(await readFile(join(scratch, "after.json"), "utf8"))).toMatchObject({
    hook_event_name: "PostToolUse",
    tool_name: "write",
    session_id: "conversation-1",
    cwd: bed.workspace.cwd,
  });
  expect(await readFile(join(scratch, "bye"), "utf8")).toBe("bye\n");
});
