/**
 * A refusal the caller can act on; anything else that is thrown is a bug.
 * `label` is the short `error` of the body, `messages` the sentences (R148).
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  readonly label: string;
  readonly messages: readonly string[];
  /** Further top-level keys of the body, such as `retry_after`. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(input: {
    status: number;
    label: string;
    messages: readonly string[];
    extra?: Record<string, unknown>;
    cause?: unknown;
  }) {
    super(input.messages.join(", "), { cause: input.cause });
    this.status = input.status;
    this.label = input.label;
    this.messages = input.messages;
    this.extra = input.extra ?? {};
  }

  toJSON(): ErrorBody {
    return { ...this.extra, error: this.label, message: this.message, messages: [...this.messages] };
  }
}

/** The one error shape of the API, on every surface. */
export interface ErrorBody {
  error: string;
  message: string;
  messages: string[];
  [extra: string]: unknown;
}

type Sentence = string | ((detail: Record<string, string | number>) => string);

/** Turns a domain's closed list of refusals into one typed constructor. */
export function defineRefusals<Code extends string>(
  list: Record<Code, { status: number; label: string; message: Sentence }>,
) {
  return (
    code: Code,
    detail: Record<string, string | number> = {},
    extra?: Record<string, unknown>,
  ): Refusal => {
    const { status, label, message } = list[code];
    const sentence = typeof message === "string" ? message : message(detail);
    return new Refusal({ status, label, messages: [sentence], ...(extra && { extra }) });
  };
}

/** 422 with the house label of R148; `messages` has one sentence per problem. */
export function invalid(messages: string | readonly string[], label = "Validation failed"): Refusal {
  return new Refusal({ status: 422, label, messages: typeof messages === "string" ? [messages] : messages });
}

export function notFound(what: string): Refusal {
  return new Refusal({ status: 404, label: "Not Found", messages: [`${what} not found`] });
}
