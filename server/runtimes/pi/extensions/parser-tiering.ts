import { setFlagsFromString } from "node:v8";

/** The V8 of Node 24, whose usual budget is known. Bun names it too, but has none. */
const isKnownV8 = process.versions.v8.startsWith("13.6.") && process.versions["bun"] === undefined;
const usualBudget = 13_000_000;
const endlessBudget = 2_000_000_000;
/** The parser has some 60 KB; what is larger, such as pi's code for images, works long enough to be worth optimizing. */
const largestBytes = 128 * 1024;

type Bytes = ArrayBufferView | ArrayBuffer;

/** Part of Node, but of the types for browsers alone. */
declare const WebAssembly: { Module: new (bytes: Bytes) => object };

/**
 * Keeps V8 from optimizing the HTTP parser of pi, which is WebAssembly. It would begin with the first answer and take 40 ms on
 * another thread; pi has usually finished its turn by then, and cannot exit before.
 *
 * A module takes its budget when it is made. The flag goes back at once, because compiled code from the cache is only used
 * under the flags that it was made with.
 */
export function keepParserUnoptimized(): void {
  if (!isKnownV8) return;
  const made = new Proxy(WebAssembly.Module, {
    construct(module, given: [Bytes], newTarget) {
      if (given[0].byteLength > largestBytes) return Reflect.construct(module, given, newTarget) as object;
      setFlagsFromString(`--wasm-tiering-budget=${endlessBudget}`);
      try {
        return Reflect.construct(module, given, newTarget) as object;
      } finally {
        setFlagsFromString(`--wasm-tiering-budget=${usualBudget}`);
      }
    },
  });
  Object.defineProperty(WebAssembly, "Module", { value: made, configurable: true, writable: true });
}
