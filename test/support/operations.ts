import type { Operation } from "../../server/http/model.ts";

const models = import.meta.glob<Record<string, unknown>>("../../server/domains/*/*/model.ts", {
  eager: true,
});

const isOperation = (value: unknown): value is Operation =>
  typeof value === "object" && value !== null && "callers" in value && "method" in value && "path" in value;

/** Every operation that any domain declares. */
export const allOperations: readonly Operation[] = Object.values(models)
  .flatMap((model) => Object.entries(model))
  .filter(([name]) => name.endsWith("Operations"))
  .flatMap(([, group]) => Object.values(group as Record<string, unknown>).filter(isOperation));

/** The operation's path with each `{name}` filled in. */
export const pathOf = ({ path }: Operation, values: Record<string, string> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "999999");
