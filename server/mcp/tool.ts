import type { z } from "zod";

/** What a tool answers: text for a model to read, and the same facts for a program. */
export interface ToolAnswer {
  text: string;
  facts: Record<string, unknown>;
}

/** One tool of an MCP endpoint. `Context` is what the endpoint knows of its caller. */
export interface Tool<Context> {
  readonly name: string;
  readonly description: string;
  /** The part of the surface it belongs to; an endpoint offers some groups and not others. */
  readonly group: string;
  /** Whether it changes anything. */
  readonly write: boolean;
  readonly input: z.ZodObject;
  /** Gets its input parsed. A Refusal that it throws is told to the model; anything else is a bug. */
  run(input: unknown, context: Context): ToolAnswer | Promise<ToolAnswer>;
}

interface Declaration<Input extends z.ZodObject, Context> extends Omit<Tool<Context>, "input" | "run"> {
  readonly input: Input;
  run(input: z.output<Input>, context: Context): ToolAnswer | Promise<ToolAnswer>;
}

/** A tool whose `run` is held to its own input schema. */
export const defineTool = <Input extends z.ZodObject, Context>(
  tool: Declaration<Input, Context>,
): Tool<Context> => tool;
