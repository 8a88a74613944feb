import { Refusal } from "../lib/errors.ts";

const megabyte = 1024 * 1024;

export function tooLarge(limit: number): Refusal {
  const size = limit >= megabyte ? `${Math.floor(limit / megabyte)} MB` : `${limit} bytes`;
  return new Refusal({
    status: 413,
    label: "Payload Too Large",
    messages: [`The body is larger than ${size}`],
  });
}

export const notJsonType = (): Refusal =>
  new Refusal({
    status: 415,
    label: "Unsupported Media Type",
    messages: ["Send the body as application/json"],
  });

/** R149: under /api/v1 400 belongs to the search alone, so what cannot be read is 422. */
export const unreadable = (sentence = "The request could not be read", cause?: unknown): Refusal =>
  new Refusal({ status: 422, label: "Unprocessable Entity", messages: [sentence], cause });
