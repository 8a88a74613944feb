/** How far a request may arrive after one that was signed later: browsers send many at once and queue them. */
const windowSize = 1_024;

/** The numbers of a nonce that were used: each counts once. */
export interface NumberWindow {
  highest: number;
  /** One bit for each of the last numbers. */
  readonly used: Uint32Array;
}

export const newWindow = (): NumberWindow => ({ highest: 0, used: new Uint32Array(windowSize / 32) });

const placeOf = (number: number): readonly [word: number, bit: number] => {
  const at = number % windowSize;
  return [at >>> 5, 1 << (at & 31)];
};

/** Whether a number was not used and is not too old to know. */
export function isUnused({ highest, used }: NumberWindow, number: number): boolean {
  if (!Number.isSafeInteger(number) || number < 1 || number <= highest - windowSize) return false;
  if (number > highest) return true;
  const [word, bit] = placeOf(number);
  return ((used[word] ?? 0) & bit) === 0;
}

/** Marks a number as used. */
export function noteUsed(window: NumberWindow, number: number): void {
  if (number - window.highest >= windowSize) window.used.fill(0);
  else for (let one = window.highest + 1; one <= number; one += 1) change(window.used, one, false);
  window.highest = Math.max(window.highest, number);
  change(window.used, number, true);
}

function change(used: Uint32Array, number: number, on: boolean): void {
  const [word, bit] = placeOf(number);
  used[word] = on ? (used[word] ?? 0) | bit : (used[word] ?? 0) & ~bit;
}

/** The parts of the signature's header; null if it is malformed. */
export function readSignature(
  header: string,
): { nonce: string; number: number; digest: string; signature: string } | null {
  const match = /^([\w.-]{1,100});(\d{1,15});([\w-]{43});([\w-]{86})$/.exec(header);
  if (!match) return null;
  const [, nonce = "", number = "", digest = "", signature = ""] = match;
  return { nonce, number: Number(number), digest, signature };
}

/** The target of a request before its ticket, and the ticket; null if there is none, or something follows it. */
export function readTicket(
  url: string,
  parameter: string,
): { target: string; expires: number; proof: string } | null {
  const match = new RegExp(`^(.*)[?&]${parameter}=(\\d{1,16})\\.([0-9a-f]{64})$`, "s").exec(url);
  if (!match) return null;
  const [, target = "", expires = "", proof = ""] = match;
  return { target, expires: Number(expires), proof };
}
