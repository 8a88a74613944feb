import { type ClockPart, followClock } from "../../../db/clock-part.ts";

const columns = followClock(
  { table: "oauth_artifacts", terms: ["expires_at", "consumed_at"] },
  { table: "oauth_grants", pastTimes: ["last_used_at"] },
);

/** The authorization server reads the end of a token in the payload, in seconds. */
export const oauthClock: ClockPart = (sql, jump) => {
  columns(sql, jump);
  sql
    .prepare(
      `UPDATE oauth_artifacts SET payload = json_set(payload, '$.exp', json_extract(payload, '$.exp') + ?)
       WHERE json_valid(payload) AND json_type(payload, '$.exp') = 'integer'`,
    )
    .run(Math.trunc(jump.byMs / 1_000));
};
