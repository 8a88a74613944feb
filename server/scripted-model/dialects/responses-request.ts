import {
  type Conversation,
  contentTexts,
  type OfferedTool,
  type Turn,
  type WireContent,
} from "../conversation.ts";

interface Request {
  input?: string | Item[];
  tools?: WireTool[];
}

interface Item {
  type?: string;
  role?: string;
  content?: WireContent;
  output?: WireContent;
  tools?: WireTool[];
}

interface WireTool {
  type: string;
  name?: string;
  parameters?: OfferedTool["schema"];
  tools?: WireTool[];
}

type ItemMeaning = "user" | "answer" | "result" | "tools" | "searched" | "nothing";

const ANSWER_ITEM = /^(function_call|custom_tool_call|local_shell_call|reasoning|web_search_call)$/;

/** Several items of one answer are one assistant turn; a tool search is not counted. */
export function readResponsesRequest(body: unknown): Conversation {
  const request = body as Request;
  const tools = offered(request.tools);
  const turns: Turn[] = [];
  let inAnswer = false;
  let searched = false;
  for (const item of inputItems(request)) {
    const meaning = meaningOf(item);
    if (meaning === "tools" || meaning === "searched") tools.push(...offered(item.tools));
    if (meaning === "searched") searched = true;
    if (meaning === "user") turns.push({ role: "user", texts: contentTexts(item.content) });
    if (meaning === "result") turns.push({ role: "tool", texts: contentTexts(item.output) });
    if (meaning === "answer" && !inAnswer)
      turns.push({ role: "assistant", texts: contentTexts(item.content) });
    if (meaning === "user" || meaning === "answer") searched = false;
    if (meaning === "user" || meaning === "answer" || meaning === "result") inAnswer = meaning === "answer";
  }
  return { turns, tools, searched };
}

function inputItems({ input }: Request): Item[] {
  return typeof input === "string" ? [{ type: "message", role: "user", content: input }] : (input ?? []);
}

function meaningOf(item: Item): ItemMeaning {
  const type = item.type ?? "message";
  if (type === "message") {
    if (item.role === "user") return "user";
    return item.role === "assistant" ? "answer" : "nothing";
  }
  // Messages between codex agents; only one that assigns a task is a prompt.
  if (type === "agent_message")
    return contentTexts(item.content).join("\n").includes("NEW_TASK") ? "user" : "nothing";
  if (type === "additional_tools") return "tools";
  if (type === "tool_search_output") return "searched";
  if (ANSWER_ITEM.test(type)) return "answer";
  return type.endsWith("_output") ? "result" : "nothing";
}

function offered(tools: readonly WireTool[] = []): OfferedTool[] {
  return tools.flatMap((tool): OfferedTool[] => {
    if (tool.type !== "namespace") return [offeredTool(tool)];
    return (tool.tools ?? []).map((inner) => ({ ...offeredTool(inner), namespace: tool.name }));
  });
}

function offeredTool({ name, type, parameters }: WireTool): OfferedTool {
  return { name: name ?? type, type, schema: parameters };
}
