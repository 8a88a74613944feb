import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { benign } from "./benign.test-data.ts";
import { createRedactor, redactJsonLine } from "./index.ts";
import { inContext, keyLines, type Planted, privateKey, tokens } from "./planted.test-data.ts";

const redactor = createRedactor();
const planted = [...tokens, ...inContext];
const titled = planted.map((item): [string, Planted] => [`${item.name}: ${item.text.slice(0, 24)}`, item]);
const newlines = (text: string): number => text.split("\n").length;

describe("a redactor", () => {
  it.each(titled)("removes %s from plain text and says how long it was", (_title, { name, secret, text }) => {
    const clean = redactor.redact(`before\n${text} after\n`);
    expect(clean).not.toContain(secret);
    expect(clean).toContain(`[REDACTED:shape:${name}:${secret.length + armourLength(name)}]`);
    expect(newlines(clean)).toBe(3);
    expect(redactor.redact(clean)).toBe(clean);
  });

  it.each(["", "\\n", "\\t", "\\u001b", "\u001b[32m", "%20", '"', "=", "(", "`", "/"])(
    "finds each token right after %j",
    (edge) => {
      const missed = tokens.filter(({ text, secret }) =>
        redactor.redact(`x${edge}${text}`.slice(edge ? 0 : 1)).includes(secret),
      );
      expect(missed).toEqual([]);
    },
  );

  it("does not treat a prefix in the middle of a word as a token", () => {
    const embedded = tokens.filter(
      ({ name, text }) => !["TELEGRAM_TOKEN", "SERVICE_KEY"].includes(name) && !text.startsWith("xoxe."),
    );
    const changed = embedded.map(({ text }) => `abc${text}`).filter((text) => redactor.redact(text) !== text);
    expect(changed).toEqual([]);
  });

  it.each(benign)("does not change %j", (text) => {
    expect(redactor.redact(text)).toBe(text);
    const line = JSON.stringify({ type: "user", message: { content: [{ type: "text", text }] } });
    expect(redactJsonLine(redactor, line)).toBe(line);
  });

  it("keeps newlines and its own result, whatever surrounds the secrets", () => {
    fc.assert(
      fc.property(mixedText(), (text) => {
        const clean = redactor.redact(text);
        expect(newlines(clean)).toBe(newlines(text));
        expect(redactor.redact(clean)).toBe(clean);
      }),
      { numRuns: 500 },
    );
  });

  it("stops at a line's end: a name and the next line's text are not one assignment", () => {
    const text = "API_TOKEN=\nabcdefgh12345678abcd\nBearer\nabcdefgh12345678abcd";
    expect(redactor.redact(text)).toBe(text);
  });

  it("finishes on a megabyte of worst-case input", () => {
    const seeds = [
      "sk-",
      "token=",
      'token:"',
      "://a:",
      "eyJ",
      "eyJaaaaaaaaaaaa.",
      "a",
      "_a0",
      ".aaaaaa",
      "\\",
      '"',
      "Bearer ",
      "Authorization: Bearer ",
      "-----BEGIN PRIVATE KEY-----",
      "-----BEGIN PRIVATE KEY-----\n",
      "[REDACTED:",
      "M.",
      ":AA",
      "password=aaaaaaaaaaaaaaa",
      "--token ",
      "SG.aaaaaaaaaaaaaaaa.",
      "+/",
      " ",
      "token        ",
      "AKIA",
      "\\u001b",
      "://",
      "ghp_",
    ];
    for (const seed of seeds) {
      const text = seed.repeat(Math.ceil(1_000_000 / seed.length));
      expect(newlines(redactor.redact(text))).toBe(newlines(text));
      expect(JSON.parse(redactJsonLine(redactor, JSON.stringify({ token: text })))).toHaveProperty("token");
    }
  }, 120_000);
});

describe("a private key over several lines", () => {
  const clear = (text: string): string[] => keyLines.filter((line) => text.includes(line));

  it.each([
    ["as it is", (line: string) => line],
    ["with Windows line ends", (line: string) => `${line}\r`],
    ["indented", (line: string) => `      ${line}`],
    ["numbered by cat -n", (line: string, n: number) => `${String(n + 1).padStart(6)}\t${line}`],
    ["numbered by a file reader", (line: string, n: number) => `${String(n + 1).padStart(6)}→${line}`],
    ["quoted", (line: string) => `> ${line}`],
    ["added in a diff", (line: string) => `+${line}`],
    ["concatenated in code", (line: string) => `  "${line}\\n" +`],
  ])("is removed line by line, %s", (_title, dress) => {
    const text = `see:\n${privateKey.split("\n").map(dress).join("\n")}\nthe end`;
    const clean = redactor.redact(text);
    expect(clear(clean)).toEqual([]);
    expect(clean).not.toContain("BEGIN");
    expect(clean).toMatch(/REDACTED:shape:PRIVATE_KEY:[67]\d\]/);
    expect(newlines(clean)).toBe(newlines(text));
    expect(clean.endsWith("\nthe end")).toBe(true);
    expect(redactor.redact(clean)).toBe(clean);
    const line = redactJsonLine(redactor, JSON.stringify({ text }));
    expect(JSON.parse(line)).toEqual({ text: clean });
  });

  it("is removed even if its end is cut off, without removing prose", () => {
    const cut = privateKey.split("\n").slice(0, 5).join("\n");
    const clean = redactor.redact(`${cut}\nand then some words`);
    expect(clear(clean)).toEqual([]);
    expect(clean.endsWith("\nand then some words")).toBe(true);
  });

  it("is removed with its headers if encrypted", () => {
    const [begin, ...rest] = privateKey.split("\n");
    const text = [
      begin,
      "Proc-Type: 4,ENCRYPTED",
      "DEK-Info: AES-128-CBC,0123456789ABCDEF",
      "",
      ...rest,
    ].join("\n");
    expect(clear(redactor.redact(text))).toEqual([]);
  });
});

/** Secrets, markers and fragments that rules begin or end with, in any order. */
function mixedText(): fc.Arbitrary<string> {
  const fragments = [
    "\n",
    " ",
    "\\n",
    '"',
    "\\",
    "=",
    ": ",
    "token",
    "API_KEY=",
    "password: ",
    "://u:",
    "@h",
    ".",
    "-",
    "_",
    "é",
    "😀",
    "[REDACTED:shape:JWT:40]",
    "[REDACTED:known:ENV/A:12]",
    "[",
    "]",
    "Bearer ",
    "-----BEGIN PRIVATE KEY-----",
    "-----END PRIVATE KEY-----",
    "abcdefgh12345678",
    "\u0000",
    "/",
  ];
  const piece = fc.oneof(
    fc.constantFrom(...planted.map(({ text }) => text)),
    fc.constantFrom(...fragments, privateKey, ...keyLines.slice(0, 2)),
    fc.string({ maxLength: 12 }),
  );
  return fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));
}

/** The length in a key's marker includes its BEGIN and END lines. */
function armourLength(name: string): number {
  return name === "PRIVATE_KEY" ? "-----BEGIN RSA PRIVATE KEY-----\\n".length : 0;
}
