import { z } from "zod";
import { base64Paths } from "../../server/http/body.ts";
import { parseBody } from "../../server/http/json-body.ts";
import type { Operation } from "../../server/http/model.ts";

/** Whether the OpenAPI document has it: not the board's own, nor a method that a protocol defines and this service refuses. */
export const isDocumented = ({ callers, status = 200 }: Operation): boolean =>
  callers.some((caller) => caller !== "board") && status < 400;

/** What an operation has an example of: `body`, `response`, both or neither. */
export const shownParts = ({ body, response }: Operation): ("body" | "response")[] => [
  ...(body === undefined || Object.keys(body.shape).length === 0 ? [] : (["body"] as const)),
  ...("kind" in response && response.kind !== "text" ? [] : (["response"] as const)),
];

/** Whether the operation would take and give this. */
export function parsesAs(
  operation: Operation,
  { body, response }: { body?: unknown; response?: unknown },
): boolean {
  if (body !== undefined && operation.body) {
    const bytes = Buffer.from(JSON.stringify(body));
    const sent = parseBody({ pieces: [bytes], base64: base64Paths(operation.body) });
    if (sent.kind === "refused" || !operation.body.safeParse(sent.body).success) return false;
  }
  if (response === undefined) return true;
  return operation.response instanceof z.ZodType
    ? operation.response.safeParse(response).success
    : typeof response === "string";
}
