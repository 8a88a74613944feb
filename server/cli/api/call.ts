import { z } from "zod";
import type { Operation } from "../../http/model.ts";
import { print } from "../output.ts";
import { usageRefusal } from "../parse-or-refuse.ts";
import { type ServiceApi, serviceApi } from "./service-api.ts";
import { table } from "./table.ts";
import { text } from "./text.ts";

const methods = ["get", "post", "put", "patch", "delete"] as const;

const document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
});
const described = z.object({
  operationId: z.string(),
  summary: z.string().default(""),
  parameters: z.array(z.object({ name: z.string(), in: z.string() })).default([]),
});

type Described = z.infer<typeof described> & Pick<Operation, "method" | "path">;

/** Calls any operation of the API by its id, as the service describes them. Without one, lists them. */
export async function call(args: readonly string[]): Promise<number> {
  const [id, ...typed] = args;
  if (id?.startsWith("-") === true) throw usageRefusal(text.noPair(id));
  const pairs = typed.map(readPair);
  const api = await serviceApi();
  const operations = await operationsOf(api);
  if (id === undefined) {
    print(table(operations.map(({ operationId, summary }) => [operationId, summary])));
    return 0;
  }
  const operation = operations.find(({ operationId }) => operationId === id);
  if (!operation) throw usageRefusal(text.unknownOperation(id));
  const answer = await api.send(operation, partsOf(operation, pairs));
  print(typeof answer === "string" ? answer : JSON.stringify(answer, null, 2));
  return 0;
}

async function operationsOf(api: ServiceApi): Promise<Described[]> {
  const { paths } = document.parse(await api.send({ method: "get", path: "/openapi.json" }, {}));
  const base = "/api/v1";
  return Object.entries(paths).flatMap(([path, at]) =>
    methods.flatMap((method) => {
      const read = described.safeParse(at[method]);
      return read.success && path.startsWith(base)
        ? [{ ...read.data, method, path: path.slice(base.length) }]
        : [];
    }),
  );
}

/** `name=value` is text, `name:=value` JSON. What is no parameter of the address is part of the body. */
function partsOf({ parameters, method }: Described, pairs: readonly Pair[]) {
  const parts = { params: {}, query: {}, body: {} } as Record<
    "params" | "query" | "body",
    Record<string, unknown>
  >;
  for (const { name, value } of pairs) {
    const place = parameters.find((parameter) => parameter.name.replace(/\[\]$/, "") === name)?.in;
    const isQuery = place === "query" || (place === undefined && method === "get");
    parts[place === "path" ? "params" : isQuery ? "query" : "body"][name] = value;
  }
  const missing = parameters.find(
    ({ name, in: place }) => place === "path" && parts.params[name] === undefined,
  );
  if (missing) throw usageRefusal(text.missingParameter(missing.name));
  return parts;
}

interface Pair {
  name: string;
  value: unknown;
}

function readPair(pair: string): Pair {
  const [, name, colon, value = ""] = /^([\w-]+)(:?)=([\s\S]*)$/.exec(pair) ?? [];
  if (name === undefined) throw usageRefusal(text.noPair(pair));
  if (colon === "") return { name, value };
  try {
    return { name, value: JSON.parse(value) };
  } catch {
    throw usageRefusal(text.noJson(pair));
  }
}
