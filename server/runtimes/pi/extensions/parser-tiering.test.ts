import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const source = new URL("parser-tiering.ts", import.meta.url).href;
/** Exports `f`, which counts its argument down to 0. */
const countdown = [
  "0061736d01000000", // The head
  "01060160017f017f", // A function of one number, which returns one
  "03020100",
  "07050101660000", // is exported as f
  "0a12011000" + "0340" + "20004101" + "6b2200" + "0d000b" + "20000b", // A loop that subtracts 1 until 0
].join("");

/** Counts down a few times, more than V8's budget allows, and tells whether V8 has optimized what it ran. */
const program = `
import { keepParserUnoptimized } from ${JSON.stringify(source)};
/** With a section of zeros that nothing reads, 4 bytes and more: V8 makes modules of the same bytes only once. */
function bytes(padding) {
  const length = [0, 7, 14].map((shift) => ((padding >> shift) & 127) | (shift < 14 ? 128 : 0));
  return Buffer.concat([Buffer.from("${countdown}00", "hex"), Buffer.from(length), Buffer.alloc(padding)]);
}
function isOptimized(module) {
  const { f } = new WebAssembly.Instance(module, {}).exports;
  for (let n = 0; n < 20; n++) f(1_000_000);
  return %IsTurboFanFunction(f);
}
const before = isOptimized(new WebAssembly.Module(bytes(4)));
keepParserUnoptimized();
const kept = new WebAssembly.Module(bytes(5));
console.log(JSON.stringify({
  before,
  kept: isOptimized(kept),
  isModule: kept instanceof WebAssembly.Module,
  large: isOptimized(new WebAssembly.Module(bytes(131_072))),
  compiledLater: isOptimized(await WebAssembly.compile(bytes(6))),
}));
`;

test("V8 does not optimize a small module that pi makes, and other modules as before", async () => {
  const flags = ["--allow-natives-syntax", "--wasm-sync-tier-up", "--input-type=module", "--eval"];
  const { stdout } = await run(process.execPath, [...flags, program]);
  expect(JSON.parse(stdout)).toEqual({
    before: true,
    kept: false,
    isModule: true,
    large: true,
    compiledLater: true,
  });
});
