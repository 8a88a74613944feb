import type { Tool } from "@modelcontextprotocol/server";
import { z } from "zod";

type JsonSchema = Tool["inputSchema"];

const known = {
  input: new WeakMap<z.ZodObject, JsonSchema>(),
  output: new WeakMap<z.ZodObject, JsonSchema>(),
} as const;

/** A tool's schema as clients read it, worked out once: a list of tools would do so for each of them at every request. */
export function jsonSchemaOf(schema: z.ZodObject, io: keyof typeof known): JsonSchema {
  const before = known[io].get(schema);
  if (before) return before;
  // Of an object it says so; the types of the two packages do not meet.
  const made = z.toJSONSchema(schema, { io }) as JsonSchema;
  known[io].set(schema, made);
  return made;
}
