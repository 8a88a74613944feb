import { Refusal } from "../lib/errors.ts";
import { text } from "./text.ts";

export function tooLarge(limit: number): Refusal {
  return new Refusal({
    status: 413,
    label: "Payload Too Large",
    messages: [text.tooLarge(limit)],
  });
}

export const notJsonType = (): Refusal =>
  new Refusal({
    status: 415,
    label: "Unsupported Media Type",
    messages: [text.notJsonType],
  });

export const unknownEncoding = (name: string): Refusal =>
  new Refusal({
    status: 415,
    label: "Unsupported Media Type",
    messages: [text.unknownEncoding(name)],
  });

/** R149: under /api/v1 only the search answers 400, so a request that cannot be read is 422. */
export const unreadable = (sentence: string = text.unreadable, cause?: unknown): Refusal =>
  new Refusal({ status: 422, label: "Unprocessable Entity", messages: [sentence], cause });
