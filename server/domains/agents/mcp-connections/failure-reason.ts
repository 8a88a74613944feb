import { Refusal } from "../../../lib/errors.ts";
import { FetchRefused } from "../../../lib/safe-fetch/index.ts";
import { foreignText } from "./rules.ts";

/** Why a server could not be asked or understood, in words that may be logged and shown: never a body of its. */
export function reasonOf(error: unknown): string {
  if (error instanceof Refusal || error instanceof FetchRefused) return error.message;
  if (!(error instanceof Error)) return "the server could not be asked";
  const { code } = error as { code?: unknown };
  if (error.name === "TimeoutError") return "the server did not answer in time";
  if (error.name === "ZodError" || error instanceof SyntaxError)
    return "the server's answer could not be understood";
  if (typeof code === "string")
    return `the server could not be asked, or did not agree (${foreignText(code)})`;
  return foreignText(error.message.replace(/Raw body:.*/s, ""));
}
