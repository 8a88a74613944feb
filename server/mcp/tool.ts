import type { z } from "zod";
import { parsePart } from "../http/mount.ts";
import type { McpCaller } from "./caller.ts";

/** The answer of a tool: text for a model, and for programs the JSON of the equivalent REST answer. */
export interface ToolAnswer {
  text: string;
  /**
   * The complete body of the equivalent REST answer, within the tool's page limits. What the tool adds has separate keys; if
   * REST answers without a body, there is nothing else.
   */
  facts: object;
  /** The action was not done; the facts say why. */
  failed?: boolean;
}

/** What a client may show the person before it calls the tool (the protocol's annotations). */
interface Conduct {
  /** `read` changes nothing; `add` changes something but removes nothing; `destroy` may remove something permanently. */
  readonly effect: "read" | "add" | "destroy";
  /** Whether a second call with the same input changes nothing more. */
  readonly idempotent?: boolean;
}

/** One tool of an MCP endpoint. */
export interface Tool<Name extends string = string> extends Conduct {
  readonly name: Name;
  readonly description: string;
  readonly input: z.ZodObject;
  /** The label of the refusal of an input that the schema refuses; `Validation failed` by default. */
  invalidLabel?(sent: unknown): string | undefined;
  /** The answer may have a secret that is shown once, so it is not stored for a repeated idempotency key. */
  readonly secretAnswer?: boolean;
  /** The schema of `facts`, if their shape is always the same. */
  readonly output?: z.ZodObject;
  /** Receives parsed input. A Refusal that it throws is reported to the model; any other error is a bug. */
  run(input: unknown, caller: McpCaller): ToolAnswer | Promise<ToolAnswer>;
}

/** Parses the input of a call; throws a refusal that says what is wrong with it. */
export const parseInput = (tool: Tool, sent: unknown): unknown =>
  parsePart(tool.input, sent, tool.invalidLabel?.(sent));

interface Declaration<Name extends string, Input extends z.ZodObject>
  extends Omit<Tool<Name>, "input" | "run"> {
  readonly input: Input;
  run(input: z.output<Input>, caller: McpCaller): ToolAnswer | Promise<ToolAnswer>;
}

/** A tool whose `run` has the type of its input schema. */
export const defineTool = <const Name extends string, Input extends z.ZodObject>(
  tool: Declaration<Name, Input>,
): Tool<Name> => tool;
