import { describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../../test/support/database.ts";
import { sessionStore } from "../sessions/store.ts";
import { factsOf } from "./facts.ts";
import { isStopped } from "./rules.ts";
import { attentionStore } from "./store.ts";

const signIn = { server_name: "ledger", server_url: "https://ledger.invalid/mcp" };

describe("sessions with nothing decided", () => {
  it("are those that stopped, and none that continues by itself", () => {
    using bed = openTestDatabase();
    const store = attentionStore(bed.database);
    const stopped = [
      bed.addSession({ status: "needs_input" }),
      bed.addSession({ status: "failed" }),
      bed.addSession({ status: "waiting" }),
      bed.addSession({ status: "waiting", waitingKind: "idle" }),
      bed.addSession({ status: "waiting", waitingKind: "parked", oauthRequiredServers: [signIn] }),
    ];
    bed.addSession({ status: "running" });
    bed.addSession({ status: "archived" });
    for (const waitingKind of ["queued", "held", "spot_queue", "parked", "asleep_on_wake", "asleep"] as const)
      bed.addSession({ status: "waiting", waitingKind });
    const decided = bed.addSession({ status: "failed" });
    store.insert(decided, { kind: "failed", stoppedAt: bed.clock.at });
    expect(store.undecided(0, 100)).toEqual(stopped);
    const sessions = sessionStore(bed.database, () => []);
    const others = sessions.byIds(Array.from({ length: decided - 1 }, (_, index) => index + 1));
    expect(others.filter((row) => isStopped(factsOf(row))).map(({ id }) => id)).toEqual(stopped);
  });
});
