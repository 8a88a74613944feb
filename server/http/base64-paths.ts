import { z } from "zod";
import type { Base64Path } from "./json-body.ts";
import { base64Bytes } from "./model.ts";

/** Where a body's schema declares `base64Bytes`, so that it is decoded before the body is validated. */
export function base64Paths(schema: unknown): Base64Path[] {
  if (schema === base64Bytes) return [[]];
  if (schema instanceof z.ZodArray) return base64Paths(schema.element).map((path) => ["*", ...path]);
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, part]) =>
      base64Paths(part).map((path) => [key, ...path]),
    );
  const inner = (schema as { def?: { innerType?: unknown } } | undefined)?.def?.innerType;
  return inner === undefined ? [] : base64Paths(inner);
}
