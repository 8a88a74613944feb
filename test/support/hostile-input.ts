import fc from "fast-check";
import type { Operation } from "../../server/http/model.ts";

/** Texts that could be mistaken for something else: a path, an option, a pattern, a template, a prototype. */
const hostile = [
  "",
  " ",
  ".",
  "..",
  "../../../../../../etc/passwd",
  "..\\..\\data",
  "/etc/passwd",
  "~/.ssh/id_ed25519",
  "file:///etc/passwd",
  "ext::sh -c true",
  "--upload-pack=true",
  "-x",
  "$(true)",
  "'; DROP TABLE sessions; --",
  "%",
  "%2e%2e%2f",
  "a\u0000b",
  "\ud800",
  "a\udc00\ud800z",
  "\u202egnp.exe",
  "\u001b[2J",
  "e\u0301".repeat(500),
  "x".repeat(70_000),
  "x".repeat(500_001),
  "__proto__",
  "constructor",
  "toString",
  "2026-99-99T99:99:99",
  "Not/AZone",
  "9".repeat(400),
  "NaN",
] as const;

const strange = [
  null,
  true,
  0,
  -0,
  -1,
  1.5,
  1e21,
  Number.MAX_SAFE_INTEGER,
  2 ** 31,
  2 ** 63,
  [],
  {},
  [[]],
  [null],
  Array.from({ length: 300 }, () => "a"),
  { length: 1, constructor: null, toString: 1 },
] as const;

/** Malformed bodies, as text or bytes. */
const malformed: readonly (string | Uint8Array<ArrayBuffer>)[] = [
  "",
  "null",
  "[]",
  "{",
  '{"a":1}}',
  '{"title":1e400,"position":-1e400}',
  '{"title":"\\ud800","prompt":"\\u0000"}',
  '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  '{"custom_metadata":{"__proto__":{"polluted":1}},"config":{"__proto__":{"polluted":1}}}',
  `{"custom_metadata":${'{"a":'.repeat(150)}1${"}".repeat(150)}}`,
  `{"config":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
  `\ufeff{}`,
  Uint8Array.of(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d),
];

/** Valid values for a field, so that most bodies pass the first checks. */
const plausible: Readonly<Record<string, readonly unknown[]>> = {
  prompt: ["Work"],
  content: ["Words", { answer: "Yes" }],
  message: ["Words"],
  reason: ["other"],
  level: ["info"],
  agent_id: ["agent"],
  action_type: ["accept", "decline"],
  action: ["update_notes", "update_title", "set_heartbeat", "change_goal"],
  title: ["Title"],
  slug: ["a-slug"],
  position: [1, 2],
  branch: ["main"],
  git_root: ["/srv/nowhere.git"],
  goal: ["It works.", "codebase-question"],
  session_id: [2, 987_654],
  session_ids: [[2, 987_654]],
  visibility: ["snoozed", "hidden", "visible"],
  snoozed_until: ["2099-01-01T09:00:00"],
  wake_at: ["2099-01-01T09:00:00"],
  timezone: ["Europe/Berlin"],
  enabled: [true, false],
  interval_seconds: [86_400],
  attachments: [[{ filename: "../../a.txt", media_type: "text/plain", data: "YQ==" }]],
  custom_metadata: [{ a: 1 }],
  config: [{ model: "x" }, {}],
  requestedSchema: [{ type: "object", properties: { answer: { type: "string" } } }],
  _meta: [{ "com.pulsemcp/request-id": "one" }, { "com.pulsemcp/request-id": "four" }],
  status: ["running", "completed"],
};

/** Five of six are `good`. */
export const mostly = <T>(good: fc.Arbitrary<T>, wrong: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 5, arbitrary: good }, { weight: 1, arbitrary: wrong });

const hostileText = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...hostile) },
    { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
  );

const hostileValue = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 3, arbitrary: hostileText() },
    { weight: 2, arbitrary: fc.constantFrom<unknown>(...strange) },
    { weight: 1, arbitrary: fc.array(hostileText(), { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  );

/** Objects with these fields, mostly valid ones, so that an invalid one is reached after the first checks. */
export const hostileFields = (names: readonly string[]): fc.Arbitrary<Record<string, unknown>> => {
  const fields = names.map((name) => {
    const good = plausible[name];
    return [name, good ? mostly(fc.constantFrom(...good), hostileValue()) : hostileValue()];
  });
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] });
};

export const hostileBody = ({ body }: Operation): fc.Arbitrary<string | Uint8Array<ArrayBuffer>> =>
  mostly<string | Uint8Array<ArrayBuffer>>(
    hostileFields(Object.keys(body?.shape ?? {})).map((value) => JSON.stringify(value)),
    fc.oneof(fc.constantFrom(...malformed), fc.json()),
  );

export function hostileQuery({ query }: Operation): fc.Arbitrary<string> {
  const name = mostly(fc.constantFrom(...Object.keys(query?.shape ?? {}), "__proto__"), fc.string());
  const value = fc.oneof(hostileText(), fc.constantFrom("1", "true", "-1", "1e400", "running", "user"));
  const pair = fc
    .tuple(name, fc.constantFrom("", "[]", "[0]", "[a]"), value)
    // Node itself refuses a request line that is too long.
    .map(([key, tail, text]) => `${encoded(key)}${tail}=${encoded(text.slice(0, 1_200))}`);
  return fc.oneof(
    { weight: 4, arbitrary: fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.join("&")) },
    { weight: 1, arbitrary: fc.webQueryParameters() },
    { weight: 1, arbitrary: fc.constantFrom("%", "%zz=1", "%ff=1", "&&=&", "a[b][c]=1", "[]=1", "=&=", "?") },
  );
}

/** A value for a path parameter; never one that a client would normalize away. */
export const hostileName = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(
      "%",
      "%zz",
      "%00",
      "%ff",
      "%2f",
      "..%2f..%2fdata",
      "%2e%2e%2fdata",
      "1%00",
      "1e9",
      "-1",
      "0",
    ),
    fc.constantFrom("9".repeat(30), "__proto__", "constructor", "x".repeat(3_000)),
    hostileText()
      .map((text) => encoded(text.slice(0, 500)))
      .filter((text) => text.replaceAll(".", "") !== ""),
  );

/** Lone surrogates cannot be encoded as UTF-8. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());
