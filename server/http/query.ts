import { z } from "zod";

/**
 * Parses a query string into a flat list: `a[]=1&a[]=2`, `a[0]=1`, `a=1&a=2` all repeat `a`.
 * Never throws; malformed escapes stay unchanged.
 */
export function parseQuery(text: string): Record<string, string | string[]> {
  const result: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of new URLSearchParams(text)) {
    const bracket = /^([^[]+)\[\d*\]$/.exec(name);
    const key = bracket?.[1] ?? name;
    const before = result[key];
    if (before === undefined) result[key] = bracket ? [value] : value;
    else result[key] = [...(Array.isArray(before) ? before : [before]), value];
  }
  return result;
}

function unwrap(schema: unknown): unknown {
  const inner = (schema as { def?: { innerType?: unknown } } | undefined)?.def?.innerType;
  return inner === undefined ? schema : unwrap(inner);
}

/**
 * Converts a parsed query to the shape of its schema: declared arrays also accept a comma-separated list, everything else
 * uses the last of several values. A blank value of an optional parameter counts as missing, so that a blank filter filters nothing.
 */
export function queryReader(schema: z.ZodObject<z.ZodRawShape> | undefined) {
  const arrays = new Set(
    Object.entries(schema?.shape ?? {})
      .filter(([, value]) => unwrap(value) instanceof z.ZodArray)
      .map(([key]) => key),
  );
  const optional = new Set(
    Object.entries(schema?.shape ?? {})
      .filter(([, value]) => z.safeParse(value, undefined).success)
      .map(([key]) => key),
  );
  return (query: Record<string, string | string[]>): Record<string, unknown> => {
    const result: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(query)) {
      const values = Array.isArray(value) ? value : [value];
      if (!arrays.has(key) && optional.has(key) && values.at(-1)?.trim() === "") continue;
      result[key] = arrays.has(key)
        ? values.flatMap((item) => item.split(",")).filter((item) => item.trim() !== "")
        : values.at(-1);
    }
    return result;
  };
}
