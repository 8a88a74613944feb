import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor, redactJsonLine } from "./index.ts";
import { seededFill } from "./seeded.test-data.ts";

const value = 'pl4in/"quoted"\\&<+ü>';
const redactor = createRedactor({ known: [{ name: "env/my secret.key", value }] });
const clean = (text: string): string => redactor.redact(text);
const marker = (length: number): string => `[REDACTED:known:ENV/MY_SECRET_KEY:${length}]`;

describe("known values", () => {
  it.each([
    ["as they are", value],
    ["escaped for JSON", JSON.stringify(value).slice(1, -1)],
    ["escaped twice", JSON.stringify(JSON.stringify(value).slice(1, -1)).slice(1, -1)],
    ["percent-encoded", encodeURIComponent(value)],
    ["percent-encoded in lower case", encodeURIComponent(value).replace(/%../g, (hex) => hex.toLowerCase())],
  ])("are removed %s, anywhere in a word", (_title, form) => {
    expect(clean(`a${form}b`)).toBe(`a${marker(form.length)}b`);
  });

  it("are removed from base64 at any offset, in both alphabets", () => {
    for (const before of ["", "u", "us", "use", "user:"]) {
      for (const encoding of ["base64", "base64url"] as const) {
        const encoded = Buffer.from(`${before}${value}:rest`, "utf8").toString(encoding);
        const left = clean(`x ${encoded} y`).replace(/\[REDACTED:known:[^\]]*\]/, "|");
        expect(left.length).toBeLessThan(16 + before.length * 2);
        expect(left).toContain("|");
      }
    }
  });

  it.each([
    ["shorter than 12 characters", "elevenchars"],
    ["with white space", "two words and more"],
    ["a number", "1234567890123"],
    ["a number with an exponent", "1.5e300000000"],
    ["a boolean", "true"],
  ])("are not searched for if %s", (_title, short) => {
    const text = `it says ${short} here`;
    expect(createRedactor({ known: [{ name: "N", value: short }] }).redact(text)).toBe(text);
  });

  it("are removed longest first, and a marker that contains one stays", () => {
    const both = createRedactor({
      known: [
        { name: "short", value: "SERVICE_API_KEY" },
        { name: "service_api_key", value: "SERVICE_API_KEY_AND_MORE" },
      ],
    });
    const once = both.redact("x=SERVICE_API_KEY_AND_MORE y=SERVICE_API_KEY");
    expect(once).toBe("x=[REDACTED:known:SERVICE_API_KEY:24] y=[REDACTED:known:SHORT:15]");
    expect(both.redact(once)).toBe(once);
  });

  it("are removed together if they overlap", () => {
    const overlapping = createRedactor({
      known: [
        { name: "a", value: "abcdefghijklmnop" },
        { name: "b", value: "mnopqrstuvwxyz" },
      ],
    });
    expect(overlapping.redact("<abcdefghijklmnopqrstuvwxyz>")).toBe("<[REDACTED:known:A:26]>");
  });

  it("name a secret that a shape would also have named", () => {
    const token = `ghp_${seededFill(3)("alnum", 36)}`;
    const named = createRedactor({ known: [{ name: "", value: token }] });
    expect(named.redact(token)).toBe("[REDACTED:known:SECRET:40]");
  });

  it("are all found among a thousand with the same beginning, one after another", () => {
    const fill = seededFill(5);
    const known = Array.from({ length: 1000 }, (_, n) => ({
      name: `N${n}`,
      value: `same-long-beginning-${fill("alnum", 24)}`,
    }));
    const text = known.map((secret) => secret.value).join("");
    const found = createRedactor({ known }).redact(text);
    expect(found).toBe(known.map(({ name }) => `[REDACTED:known:${name}:44]`).join(""));
  });

  it("never survive in a JSON line, and leave it JSON", () => {
    fc.assert(
      fc.property(
        fc
          .string({ minLength: 12, maxLength: 40, unit: "binary" })
          .filter((s) => !/\s/.test(s) && s.isWellFormed()),
        fc.string({ unit: "binary" }),
        (secret, around) => {
          fc.pre(Number.isNaN(Number(secret)) && !"REDACTED:known:X".includes(secret));
          const one = createRedactor({ known: [{ name: "x", value: secret }] });
          const line = redactJsonLine(one, JSON.stringify({ text: around + secret + around }));
          expect((JSON.parse(line) as { text: string }).text).not.toContain(secret);
        },
      ),
      { numRuns: 500 },
    );
  });
});
