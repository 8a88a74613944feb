import type { Tool } from "@modelcontextprotocol/server";
import { z } from "zod";

type JsonSchema = Tool["inputSchema"];

const known = {
  input: new WeakMap<z.ZodObject, JsonSchema>(),
  output: new WeakMap<z.ZodObject, JsonSchema>(),
} as const;

/** The JSON schema of a tool, computed once: otherwise every list of tools would compute it for each tool. */
export function jsonSchemaOf(schema: z.ZodObject, io: keyof typeof known): JsonSchema {
  const before = known[io].get(schema);
  if (before) return before;
  // It is an object schema; the types of the two packages do not match.
  const made = z.toJSONSchema(schema, { io }) as JsonSchema;
  known[io].set(schema, made);
  return made;
}
