import type { Tool as ToolListing } from "@modelcontextprotocol/server";
import { z } from "zod";
import { listedInput } from "./keyed-call.ts";
import type { Tool } from "./tool.ts";

type JsonSchema = ToolListing["inputSchema"];

const knownSchemas = {
  input: new WeakMap<z.ZodObject, JsonSchema>(),
  output: new WeakMap<z.ZodObject, JsonSchema>(),
} as const;

const inputSchemas = new WeakMap<Tool, JsonSchema>();

/** The JSON schema of what a caller sends. Apart from the server, so that listing tools does not load the MCP package. */
export function inputSchemaOf(tool: Tool): JsonSchema {
  const schema = inputSchemas.get(tool) ?? jsonSchemaOf(listedInput(tool), "input");
  inputSchemas.set(tool, schema);
  return schema;
}

export const outputSchemaOf = (output: z.ZodObject): JsonSchema => jsonSchemaOf(output, "output");

/** Computed once for each schema: otherwise every list of tools would compute it for each tool. */
function jsonSchemaOf(schema: z.ZodObject, io: keyof typeof knownSchemas): JsonSchema {
  const before = knownSchemas[io].get(schema);
  if (before) return before;
  // It is an object schema; the types of the two packages do not match.
  const made = z.toJSONSchema(schema, { io }) as JsonSchema;
  knownSchemas[io].set(schema, made);
  return made;
}
