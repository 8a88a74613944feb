import type { Database } from "../../server/db/open.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const callsOfSession = 200;
const models = [
  "claude-opus-5-5",
  "claude-sonnet-5-5",
  "claude-haiku-5-5",
  "gpt-6-1-sol",
  "gpt-6-luna",
  "openrouter/anthropic/claude-sonnet-5",
];
const roots = 8;
const callsAtOnce = 50_000;

/** Fills the ledger with `count` calls of a year up to `now`: sessions of some hours in working time, with subagents. */
export function seedCalls(
  { sql, transaction }: Database,
  { count, now }: { count: number; now: number },
): void {
  const insert = sql.prepare(
    `INSERT INTO session_token_usages (request_id, session_id, agent_id, agent_root, agent_runtime, model, called_at,
       input_tokens, output_tokens, cache_read_tokens, cache_creation_tokens, cache_creation_1h_tokens, features)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)`,
  );
  const random = seededRandom();
  let made = 0;
  let session = 0;
  while (made < count)
    transaction(() => {
      const until = Math.min(made + callsAtOnce, count);
      while (made < until) {
        session += 1;
        const [modelAt, root] = [
          Math.floor(random() * random() * 6),
          Math.floor(random() * random() * roots),
        ];
        const day = Math.floor(random() * 364);
        let at = now - (day + 1) * dayMs + (8 + random() * 8) * hourMs;
        for (let call = 0; call < callsOfSession && made < until; call += 1) {
          at += 10_000 + random() * 80_000;
          made += 1;
          const ofSubagent = call > 100 && call < 140;
          insert.run(
            `req_${made.toString(36).padStart(20, "0")}`,
            session,
            ofSubagent ? `agent-${session}` : null,
            `root-${root}`,
            "claude_code",
            models[ofSubagent ? 2 : modelAt],
            Math.min(Math.floor(at), now - 1),
            Math.floor(random() * 4_000),
            Math.floor(random() * 2_000),
            Math.floor(random() * 140_000),
            Math.floor(random() * 8_000),
            featureShares(random),
          );
        }
      }
    });
}

/** Eleven features that an earlier prompt had, three that are new and three of the answer, encoded as the ledger does. */
function featureShares(random: () => number): Buffer {
  const bytes = [0, 0, 8, 0];
  const put = (code: number, kind: number, most: number): void => {
    const tokens = 1 + Math.floor(random() * most);
    bytes.push(code * 5 + kind, (tokens & 127) | 128, tokens >> 7);
  };
  for (const code of [1, 2, 5, 9, 12, 13, 16, 17, 18, 20, 21]) {
    put(code, 0, 9_000);
    if (code > 16 && code < 20) put(code, 1, 1_000);
    if (code > 17) put(code, 4, 400);
  }
  return Buffer.from(bytes);
}

function seededRandom(): () => number {
  let state = 20_261_126;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x7fff_ffff;
  };
}
