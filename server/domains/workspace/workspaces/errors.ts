/** Why a clone could not be made; `transient` ones are worth trying again later, a `silent` server less often. */
export class CloneError extends Error {
  override readonly name = "CloneError";
  readonly transient: boolean;
  readonly silent: boolean;
  constructor(message: string, options: { transient: boolean; silent?: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.transient = options.transient;
    this.silent = options.silent ?? false;
  }
}

/** What the owner asks of git does not hold of a session. */
export class GitRequirementError extends Error {
  override readonly name = "GitRequirementError";
}
