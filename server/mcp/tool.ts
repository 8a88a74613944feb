import type { z } from "zod";
import type { McpCaller } from "./caller.ts";

/** What a tool answers: text for a model to read, and for a program the JSON that REST answers to the same. */
export interface ToolAnswer {
  text: string;
  /**
   * The body of the operation that the tool stands for, whole and as REST has it, within its own limits of a page.
   * What the tool adds has keys of its own; where REST answers without a body, it is all there is.
   */
  facts: object;
  /** It was not done; the facts say why. */
  failed?: boolean;
}

/** What a client may tell the person before it calls (the protocol's annotations). */
interface Conduct {
  /** `read` changes nothing; `add` changes without taking away; `destroy` may take something away for good. */
  readonly effect: "read" | "add" | "destroy";
  /** A second call with the same input changes nothing more. */
  readonly idempotent?: boolean;
}

/** One tool of an MCP endpoint. */
export interface Tool extends Conduct {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** Of `facts`, where their shape is always the same. */
  readonly output?: z.ZodObject;
  /** Gets its input parsed. A Refusal that it throws is told to the model; anything else is a bug. */
  run(input: unknown, caller: McpCaller): ToolAnswer | Promise<ToolAnswer>;
}

interface Declaration<Input extends z.ZodObject> extends Omit<Tool, "input" | "run"> {
  readonly input: Input;
  run(input: z.output<Input>, caller: McpCaller): ToolAnswer | Promise<ToolAnswer>;
}

/** A tool whose `run` is held to its own input schema. */
export const defineTool = <Input extends z.ZodObject>(tool: Declaration<Input>): Tool => tool;
