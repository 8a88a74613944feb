import {
  type ArgumentRule,
  argumentRules,
  type FilteredArchitecture,
  filteredArchitectures,
  notImplemented,
  refusedCalls,
} from "./system-call-rules.ts";

/** One instruction of the kernel's packet filters, which also filter system calls. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, operand: number];

const load = (offset: number): Instruction => [0x20, 0, 0, offset];
/** Skips so many of the next instructions. */
const skipUnless = (value: number, count: number): Instruction => [0x15, 0, count, value];
const skipIf = (value: number, count: number): Instruction => [0x15, count, 0, value];
const skipBelow = (value: number, count: number): Instruction => [0x35, 0, count, value];
const answer = (verdict: number): Instruction => [0x06, 0, 0, verdict];

const allowed = answer(0x7fff0000);
const killed = answer(0x80000000);
const refusedWith = (error: number): Instruction => answer(0x00050000 | error);

/** In what the kernel shows a filter. */
const numberAt = 0;
const architectureAt = 4;
/** The lower half: both architectures are little-endian. */
const argumentAt = (index: number): number => 16 + 8 * index;

const bytesEach = 8;

/** The filter of a sandbox's system calls, as bubblewrap takes it; null for an architecture without one. */
export function filterProgram(architecture: string = process.arch): Buffer | null {
  const found = filteredArchitectures[architecture];
  return found === undefined ? null : encode(instructions(found));
}

function instructions({ audit, column, otherFrom }: FilteredArchitecture): Instruction[] {
  const calls = refusedCalls.flatMap(({ numbers, error }) => {
    const number = numbers[column];
    return number === null ? [] : [skipUnless(number, 1), refusedWith(error)];
  });
  const rules = argumentRules.flatMap((rule) => {
    const number = rule.numbers[column];
    return number === null ? [] : ruleInstructions(number, rule);
  });
  return [
    load(architectureAt),
    skipIf(audit, 1),
    killed,
    load(numberAt),
    ...(otherFrom === null ? [] : [skipBelow(otherFrom, 1), refusedWith(notImplemented)]),
    ...calls,
    ...rules,
    allowed,
  ];
}

/** Leaves the call's number loaded for the next rule. */
function ruleInstructions(number: number, { argument, values, when, error }: ArgumentRule): Instruction[] {
  const verdict =
    "among" in values
      ? values.among.flatMap((value) => [skipUnless(value, 1), refusedWith(error)])
      : [...values.other.map((value, at) => skipIf(value, values.other.length - at)), refusedWith(error)];
  const look = [load(argumentAt(argument)), ...verdict];
  const condition =
    when === undefined ? [] : [load(argumentAt(when.argument)), skipUnless(when.value, look.length)];
  const body = [...condition, ...look];
  return [skipUnless(number, body.length + 1), ...body, load(numberAt)];
}

function encode(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * bytesEach);
  for (const [at, [code, ifTrue, ifFalse, operand]] of program.entries()) {
    bytes.writeUInt16LE(code, at * bytesEach);
    bytes.writeUInt8(ifTrue, at * bytesEach + 2);
    bytes.writeUInt8(ifFalse, at * bytesEach + 3);
    bytes.writeUInt32LE(operand >>> 0, at * bytesEach + 4);
  }
  return bytes;
}
