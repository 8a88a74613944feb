/** One turn in a request. Only a user turn can have more than one text. */
export interface Turn {
  role: "user" | "assistant" | "tool";
  texts: readonly string[];
}

/** A tool that the client offers, independent of the dialect. */
export interface OfferedTool {
  name: string;
  /** The dialect's tool type, such as `custom` or `tool_search`. */
  type?: string | undefined;
  /** The group of MCP tools in a Responses request. */
  namespace?: string | undefined;
  schema?: { properties?: Record<string, { type?: unknown }> } | undefined;
}

/** A request in any dialect, reduced to what choosing an answer needs. */
export interface Conversation {
  turns: readonly Turn[];
  tools: readonly OfferedTool[];
  /** The client has just answered a tool search, so another would loop. */
  searched: boolean;
}

export function turnText(turn: Turn | undefined): string {
  return turn?.texts.join("\n") ?? "";
}

/** The texts of a person or a CLI, one entry per block of a user turn. */
export function userPrompts(turns: readonly Turn[]): string[] {
  return turns.filter((turn) => turn.role === "user").flatMap((turn) => [...turn.texts]);
}

/** Message content on the wire: a string, one block, or a list of either. */
export type WireContent = string | null | undefined | readonly (string | ContentBlock)[] | ContentBlock;

interface ContentBlock {
  type?: string;
  text?: string;
  encrypted_content?: string;
}

export function contentTexts(content: WireContent): string[] {
  if (content === null || content === undefined) return [];
  if (typeof content === "string") return [content];
  if (!isList(content)) return [content.text ?? ""];
  return content.map((block) =>
    typeof block === "string" ? block : (block.text ?? block.encrypted_content ?? ""),
  );
}

function isList(content: object): content is readonly (string | ContentBlock)[] {
  return Array.isArray(content);
}
