/** The same function, which returns its last result as long as it is called with the same arguments. */
export function lastResult<Arguments extends readonly unknown[], Result>(
  work: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  let held: { args: Arguments; result: Result } | undefined;
  return (...args) => {
    if (held?.args.every((arg, n) => Object.is(arg, args[n])) !== true)
      held = { args, result: work(...args) };
    return held.result;
  };
}
