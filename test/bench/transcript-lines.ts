/** Deterministic transcript lines of the sizes and kinds coding agents write; no line holds a secret. */

export type Random = () => number;

const words =
  "the a to of in is that it for this with on as we can file test function token tokens value request response session server client error return password field secret store key api config build branch commit change update value path user message handler module import export type string number".split(
    " ",
  );
const codeLines = [
  "const token = await getToken(request);",
  "  apiKey: process.env.API_KEY,",
  "export interface Login { password: string; token?: string }",
  "  if (response.status !== 200) throw new Error(`status ${response.status} from ${url}`);",
  "import { readFile } from 'node:fs/promises';",
  "    const { data, error } = useQuery({ queryKey: ['sessions', id], queryFn: () => api.sessions(id) });",
  "  headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },",
  "-  return cache.get(key) ?? defaultValue;",
  "+  return cache.get(cacheKey(id, options)) ?? defaultValue;",
  "  server.listen(3000, '127.0.0.1', () => log.info('http://127.0.0.1:3000'));",
  "API_TOKEN=${API_TOKEN:?missing} npm run deploy -- --dry-run",
  "describe('access tokens', () => { it('refuses an expired token', async () => { expect(status).toBe(401); }); });",
];

/** Lines of about `bytes` in all: two thirds are short messages, the rest tool results. */
export function transcriptLines(bytes: number): string[] {
  const random = seeded(20_261_120);
  const lines: string[] = [];
  for (let size = 0, n = 0; size < bytes; n++) {
    const line = JSON.stringify(n % 3 === 2 ? toolResult(random, n) : assistantMessage(random, n));
    lines.push(line);
    size += Buffer.byteLength(line);
  }
  return lines;
}

function assistantMessage(random: Random, n: number): object {
  const usage = {
    input_tokens: n,
    cache_read_input_tokens: n * 131,
    output_tokens: n % 900,
    service_tier: "standard",
  };
  const content =
    random() < 0.5
      ? { type: "text", text: prose(random, 20 + random() * 200) }
      : {
          type: "tool_use",
          id: `toolu_01${hex(random, 22)}`,
          name: "Bash",
          input: { command: pick(random, codeLines) },
        };
  return { ...envelope(random, "assistant"), message: { role: "assistant", content: [content], usage } };
}

function toolResult(random: Random, n: number): object {
  const bodies = [codeFile, diff, lockfile, testLog, image];
  const content = bodies[Math.floor(random() ** 1.5 * bodies.length)]?.(random) ?? "";
  const block = { type: "tool_result", tool_use_id: `toolu_01${hex(random, 22)}`, content };
  return { ...envelope(random, "user"), message: { role: "user", content: [block] }, turn: n };
}

function envelope(random: Random, type: string): object {
  return {
    type,
    uuid: uuid(random),
    parentUuid: uuid(random),
    sessionId: uuid(random),
    cwd: "/srv/me/project",
    timestamp: "2026-11-20T10:00:00.000Z",
  };
}

const codeFile = (random: Random): string =>
  many(random, 200, (n) => `${String(n + 1).padStart(6)}→${pick(random, codeLines)} // ${prose(random, 6)}`);

const diff = (random: Random): string =>
  `diff --git a/src/token.ts b/src/token.ts\nindex ${hex(random, 7)}..${hex(random, 7)} 100644\n${many(random, 60, () => `+${pick(random, codeLines)}`)}`;

const lockfile = (random: Random): string =>
  many(random, 80, (n) =>
    JSON.stringify(
      { [`node_modules/p${n}`]: { version: `1.${n}.0`, integrity: `sha512-${base64(random, 86)}==` } },
      null,
      2,
    ),
  );

const testLog = (random: Random): string =>
  many(
    random,
    80,
    (n) => `\u001b[32m✓\u001b[39m ${prose(random, 8)} (${n} ms) ${hex(random, 40)} ${uuid(random)}`,
  );

const image = (random: Random): string =>
  `data:image/png;base64,iVBORw0KGgo${base64(random, 2_000 + random() * 20_000)}==`;

const many = (random: Random, most: number, line: (n: number) => string): string =>
  Array.from({ length: 5 + Math.floor(random() * most) }, (_, n) => line(n)).join("\n");
const prose = (random: Random, count: number): string =>
  Array.from({ length: Math.ceil(count) }, () => pick(random, words)).join(" ");
export const pick = (random: Random, list: readonly string[]): string =>
  list[Math.floor(random() * list.length)] ?? "";
export const uuid = (random: Random): string =>
  [8, 4, 4, 4, 12].map((length) => hex(random, length)).join("-");
export const hex = (random: Random, length: number): string => draw(random, "0123456789abcdef", length);
const base64 = (random: Random, length: number): string =>
  draw(random, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", length);

function draw(random: Random, alphabet: string, length: number): string {
  let drawn = "";
  for (let n = 0; n < length; n++) drawn += alphabet[Math.floor(random() * alphabet.length)];
  return drawn;
}

/** mulberry32: small, even enough, and the same on every machine. */
export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
