import { type Anchor, rarestTrigram } from "./anchors.ts";
import { markerName } from "./marker.ts";

/** A value that must never be stored or shown, and the name its marker carries. */
export interface KnownSecret {
  name: string;
  value: string;
}

/** One form of a known value, and how far its outer characters affect their neighbors. */
export interface KnownForm {
  name: string;
  length: number;
  spillsLeft: boolean;
  spillsRight: boolean;
}

/** Every form of every usable value; the first name given to a value is the one it keeps. */
export function knownAnchors(secrets: readonly KnownSecret[]): Anchor<KnownForm>[] {
  const byLiteral = new Map<string, Anchor<KnownForm>>();
  for (const { name, value } of secrets.filter((secret) => isUsable(secret.value))) {
    for (const form of formsOf(value)) {
      if (byLiteral.has(form.literal)) continue;
      const { literal, ...spill } = form;
      const known = { name: markerName(name), length: literal.length, ...spill };
      byLiteral.set(literal, { literal, offset: offsetIn(literal), value: known });
    }
  }
  return [...byLiteral.values()];
}

/** Secrets of one kind share their beginning and differ in their end. */
function offsetIn(literal: string): number {
  return literal.length - 12 + rarestTrigram(literal.slice(-12));
}

/** Short values, words, numbers and booleans would blank out text that gives nothing away. */
function isUsable(value: string): boolean {
  return (
    value.length >= 12 && !/\s/.test(value) && Number.isNaN(Number(value)) && !/^(?:true|false)$/i.test(value)
  );
}

interface Form {
  literal: string;
  spillsLeft: boolean;
  spillsRight: boolean;
}

function formsOf(value: string): Form[] {
  const once = escaped(value);
  const html = once.replace(/[<>&]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);
  const encoded = encodeURIComponent(value.toWellFormed());
  const strict = encoded.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  const whole = [value, once, escaped(once), html, escaped(html), encoded, strict];
  const lowerHex = [encoded, strict].map((text) => text.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase()));
  return [
    ...[...whole, ...lowerHex].map((literal) => ({ literal, spillsLeft: false, spillsRight: false })),
    ...[0, 1, 2].flatMap((bytesBefore) => base64Forms(value, bytesBefore)),
  ];
}

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** How the value reads within longer base64, by where in a group of three bytes it starts. */
function base64Forms(value: string, bytesBefore: number): Form[] {
  const bytes = Buffer.from("\0".repeat(bytesBefore) + value, "utf8");
  const spillsRight = bytes.length % 3 !== 0;
  const standard = bytes.toString("base64").replace(/=+$/, "");
  const literal = standard.slice(bytesBefore === 0 ? 0 : bytesBefore + 1, spillsRight ? -1 : undefined);
  const urlSafe = literal.replace(/\+/g, "-").replace(/\//g, "_");
  return [literal, urlSafe].map((text) => ({ literal: text, spillsLeft: bytesBefore > 0, spillsRight }));
}
