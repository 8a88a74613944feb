import { text } from "./text.ts";
import { localizeTimes } from "./time.ts";

/** An error response of the service; `status` 0 means that it could not be reached. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** The short label, such as "Not Found". */
  readonly error: string;
  /** One sentence per problem; never empty. */
  readonly messages: readonly string[];

  constructor(refusal: { status: number; error: string; messages: readonly string[]; cause?: unknown }) {
    super(refusal.messages.join(" "), { cause: refusal.cause });
    this.status = refusal.status;
    this.error = refusal.error;
    this.messages = refusal.messages;
  }
}

const isSentence = (value: unknown): value is string => typeof value === "string" && value !== "";

/** Parses the service's error body; any other body becomes a sentence about the status. */
export function parseApiError(status: number, body: unknown): ApiError {
  const { error, message, messages } = (body ?? {}) as Record<string, unknown>;
  const sentences = Array.isArray(messages) ? messages.filter(isSentence) : [];
  if (sentences.length === 0) {
    sentences.push(isSentence(message) ? message : text.errors.status(status));
  }
  return new ApiError({
    status,
    error: isSentence(error) ? error : text.errors.requestFailed,
    messages: sentences,
  });
}

export function unreachable(cause: unknown): ApiError {
  return new ApiError({
    status: 0,
    error: text.errors.unreachable,
    messages: [text.errors.unreachableHint],
    cause,
  });
}

/** The messages to show for anything that was thrown. */
export function errorMessages(error: unknown): readonly string[] {
  if (error instanceof ApiError) return error.messages.map((message) => localizeTimes(message, Date.now()));
  return [error instanceof Error ? error.message : text.errors.unknown];
}
