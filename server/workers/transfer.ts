import { move, transferableSymbol, valueSymbol } from "piscina";

/** The result of a worker whose `buffers` are transferred instead of copied. */
export function transferring<Value>(value: Value, buffers: readonly ArrayBufferLike[]): Value {
  const marked = { [transferableSymbol]: buffers, [valueSymbol]: value };
  return move(marked as unknown as ArrayBuffer) as unknown as Value;
}
