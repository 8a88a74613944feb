import { appendFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect } from "vitest";
import { z } from "zod";
import type { Operation } from "../../server/http/model.ts";
import { type Candidate, costOf, exampleOf } from "./example-values.ts";
import { isDocumented, parsesAs, shownParts } from "./openapi-examples.ts";
import { allOperations } from "./operations.ts";

const root = join(import.meta.dirname, "../..");

/** Tests whose requests show what nobody should send. */
const unusual =
  /\/(?:fuzz|hostile|bodies|encoded-bodies|safe-paths|matrix|private-data|storm)[\w-]*\.test\.ts$/;

const routes = allOperations.filter(isDocumented).map((operation) => ({
  operation,
  at: new RegExp(
    `^${operation.base === "root" ? "" : "/(?:api|ui)/v1"}${operation.path.replace(/\{\w+\}/g, "[^/]+")}$`,
  ),
  parameters: operation.path.split("{").length,
}));

/** The operation of a request: of several, the one with the fewest parameters in its path. */
function operationAt(method: string, path: string): Operation | undefined {
  const found = routes.filter(({ operation, at }) => operation.method === method && at.test(path));
  return found.toSorted((one, other) => one.parameters - other.parameters)[0]?.operation;
}

/** Costs so far, by operation. */
const cheapest = new Map<string, number>();

/** From now on, writes each answered request of this process that would be a better example than those before to a file. */
export function recordExamples(folder: string): void {
  const send = globalThis.fetch;
  const file = join(folder, `${process.pid}.jsonl`);
  globalThis.fetch = async (input, init) => {
    const response = await send(input, init);
    const url = new URL(input instanceof Request ? input.url : String(input));
    const test = expect.getState().testPath ?? "";
    const method = (init?.method ?? (input instanceof Request ? input.method : "GET")).toLowerCase();
    const operation = isOwn(url) && !unusual.test(test) ? operationAt(method, url.pathname) : undefined;
    if (!operation || !isSuccess(operation, response.status)) return response;
    const candidate = candidateOf(operation, {
      body: typeof init?.body === "string" ? init.body : null,
      response: await textOf(response),
    });
    if (candidate === null || costOf(candidate) >= (cheapest.get(operation.id) ?? Infinity)) return response;
    cheapest.set(operation.id, costOf(candidate));
    const line: Candidate = { id: operation.id, ...candidate, from: relative(root, test) };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
    return response;
  };
}

const isOwn = ({ hostname }: URL): boolean => ["127.0.0.1", "localhost", "[::1]"].includes(hostname);

const isSuccess = ({ status = 200, otherStatuses = [] }: Operation, given: number): boolean =>
  given === status || otherStatuses.includes(given);

/** Null for what has no end or is no text. */
async function textOf(response: Response): Promise<string | null> {
  const type = response.headers.get("content-type") ?? "";
  return /^(?:application\/(?:[\w.-]+\+)?json|text\/(?!event-stream))/.test(type)
    ? await response.clone().text()
    : null;
}

/** Null if it does not show all that the operation takes and gives. */
function candidateOf(
  operation: Operation,
  sent: { body: string | null; response: string | null },
): Pick<Candidate, "body" | "response"> | null {
  const isJson = operation.response instanceof z.ZodType;
  const both = {
    body: parsed(sent.body),
    response: isJson ? parsed(sent.response) : (sent.response ?? undefined),
  };
  const shown = shownParts(operation);
  if (shown.length === 0 || shown.some((part) => both[part] === undefined)) return null;
  if (shown.includes("body") && hasUnknownPart(operation, both.body)) return null;
  const example = exampleOf(Object.fromEntries(shown.map((part) => [part, both[part]]))) as typeof both;
  return parsesAs(operation, example) ? example : null;
}

/** Such a part is ignored, so it says nothing. */
const hasUnknownPart = ({ body }: Operation, sent: unknown): boolean =>
  body?.def.catchall === undefined && Object.keys(Object(sent)).some((key) => !(key in (body?.shape ?? {})));

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
