/** Why a clone could not be made; `transient` ones are worth trying again later. */
export class CloneError extends Error {
  override readonly name = "CloneError";
  readonly transient: boolean;
  constructor(message: string, options: { transient: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.transient = options.transient;
  }
}
