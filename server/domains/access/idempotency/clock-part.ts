import { followClock } from "../../../db/clock-part.ts";

export const idempotencyClock = followClock({ table: "idempotency_keys", terms: ["created_at"] });
