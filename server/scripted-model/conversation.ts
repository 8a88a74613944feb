/** One turn as a request tells it. Only a user turn can hold more than one text. */
export interface Turn {
  role: "user" | "assistant" | "tool";
  texts: readonly string[];
}

/** A tool the client offers, with what the dialects differ in left out. */
export interface OfferedTool {
  name: string;
  /** The dialect's word for the kind, such as `custom` or `tool_search`. */
  type?: string | undefined;
  /** The group a Responses client keeps MCP tools in. */
  namespace?: string | undefined;
  schema?: { properties?: Record<string, { type?: unknown }> } | undefined;
}

/** A request in any dialect, reduced to what choosing an answer needs. */
export interface Conversation {
  turns: readonly Turn[];
  tools: readonly OfferedTool[];
  /** The client has just answered a tool search, so another would go in circles. */
  searched: boolean;
}

export function turnText(turn: Turn | undefined): string {
  return turn?.texts.join("\n") ?? "";
}

/** The text a person or a CLI wrote, one entry for each block of a user turn. */
export function userPrompts(turns: readonly Turn[]): string[] {
  return turns.filter((turn) => turn.role === "user").flatMap((turn) => [...turn.texts]);
}

/** Message content as the wire carries it: a string, one block, or a list of either. */
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
