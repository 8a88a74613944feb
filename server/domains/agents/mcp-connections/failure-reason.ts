import { Refusal } from "../../../lib/errors.ts";
import { FetchRefused } from "../../../lib/fetch/index.ts";
import { foreignText } from "./rules.ts";
import { text } from "./text.ts";

/** Why a request to a server failed, as a clause that may be logged and shown: never the body of a response. */
export function reasonOf(error: unknown): string {
  if (error instanceof Refusal || error instanceof FetchRefused) return error.message;
  if (!(error instanceof Error)) return text.failures.unreachable;
  const { code } = error as { code?: unknown };
  if (error.name === "TimeoutError") return text.failures.timeout;
  if (error.name === "ZodError" || error instanceof SyntaxError) return text.failures.unreadable;
  if (typeof code === "string") return text.failures.code(foreignText(code));
  return foreignText(error.message.replace(/Raw body:.*/s, ""));
}
