import { move, transferableSymbol, valueSymbol } from "piscina";

/** What a worker returns when `buffers` of the value are to be handed over, not copied. */
export function transferring<Value>(value: Value, buffers: readonly ArrayBufferLike[]): Value {
  const marked = { [transferableSymbol]: buffers, [valueSymbol]: value };
  return move(marked as unknown as ArrayBuffer) as unknown as Value;
}
