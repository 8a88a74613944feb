/** What is left of what a frame may send, and as of when. */
export interface Allowance {
  messages: number;
  at: number;
}

/** A frame that reports its height with every picture of a motion sends 60 each second, and all at once after the board was busy. */
const mostAtOnce = 300;
const perSecond = 100;
/** Characters, bytes and values. What the board reads has under a hundred. */
const largestMessage = 64 * 1024;

export type Excess = "too_many" | "too_large";

export const fullAllowance = (now: number): Allowance => ({ messages: mostAtOnce, at: now });

/** What is left after one more message; why the frame is stopped if that was too much. */
export function decideMessage(before: Allowance, message: unknown, now: number): Allowance | Excess {
  const gained = (Math.max(now - before.at, 0) * perSecond) / 1_000;
  const messages = Math.min(before.messages + gained, mostAtOnce) - 1;
  if (messages < 0) return "too_many";
  return isLarger(message, largestMessage) ? "too_large" : { messages, at: now };
}

/** Looks at no more of it than that. */
function isLarger(message: unknown, limit: number): boolean {
  let left = limit;
  const seen = new Set<object>();
  const rest: unknown[] = [message];
  while (rest.length > 0 && left > 0) {
    const value = rest.pop();
    left -= ownSize(value);
    if (typeof value !== "object" || value === null || seen.has(value) || left <= 0) continue;
    seen.add(value);
    rest.push(...partsOf(value, left));
  }
  return left <= 0;
}

function ownSize(value: unknown): number {
  if (typeof value === "string") return value.length + 1;
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength + 1;
  return value instanceof Blob ? value.size + 1 : 1;
}

/** Of the many parts that one value can have, only as many as count. */
function partsOf(value: object, most: number): unknown[] {
  if (ArrayBuffer.isView(value)) return [];
  const parts: unknown[] = [];
  const take = (part: unknown): boolean => parts.push(part) < most;
  if (value instanceof Map) for (const entry of value) if (!take(entry)) return parts;
  if (value instanceof Set) for (const part of value) if (!take(part)) return parts;
  for (const name in value) {
    if (!take(name)) return parts;
    if (!take((value as Record<string, unknown>)[name])) return parts;
  }
  return parts;
}

/** Whether a message comes from a frame or from one inside of it, of which only the way up can be seen. */
export function isFrom(source: unknown, frame: Window): boolean {
  for (let at = source as Window | null; at; at = at.parent) {
    if (at === frame) return true;
    if (at === at.parent) return false;
  }
  return false;
}
