import { describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../../test/support/database.ts";
import type { AttentionKind } from "../sessions/model.ts";
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
    store.insert(decided, { kind: "failed", said: "", stoppedAt: bed.clock.at });
    expect(store.undecided(0, 100)).toEqual(stopped);
    const sessions = sessionStore(bed.database, () => []);
    const others = sessions.byIds(Array.from({ length: decided - 1 }, (_, index) => index + 1));
    expect(others.filter((row) => isStopped(factsOf(row))).map(({ id }) => id)).toEqual(stopped);
  });

  it("are also those whose last words were not read yet, as earlier versions left them", () => {
    using bed = openTestDatabase();
    const store = attentionStore(bed.database);
    const [unread, read] = [
      bed.addSession({ status: "needs_input" }),
      bed.addSession({ status: "needs_input" }),
    ];
    store.insert(unread, { kind: "review", stoppedAt: bed.clock.at });
    store.insert(read, { kind: "review", said: "", stoppedAt: bed.clock.at });
    expect(store.undecided(0, 100)).toEqual([unread]);
    store.update(unread, { said: "Fixed it." });
    expect(store.undecided(0, 100)).toEqual([]);
    store.clear(unread);
    expect(store.find(unread)?.said).toBeNull();
  });
});

it("lists what needs a person in the order of every other list, at the precision of the wire", () => {
  using bed = openTestDatabase();
  const store = attentionStore(bed.database);
  const at = (second: number) => Date.parse("2026-06-01T10:00:00.000Z") + second * 1_000;
  const stopped = (
    { favorited = false, visibility = "visible" }: { favorited?: boolean; visibility?: "visible" | "hidden" },
    attention: { kind: AttentionKind; since: number },
  ): number => {
    const id = bed.addSession({ status: "needs_input", favorited, visibility });
    store.insert(id, { ...attention, stoppedAt: bed.clock.at });
    return id;
  };
  const review = stopped({ favorited: true }, { kind: "review", since: at(9) });
  const failed = stopped({}, { kind: "failed", since: at(8) });
  const late = stopped({}, { kind: "question", since: at(5) + 900 });
  const sameSecond = stopped({}, { kind: "question", since: at(5) + 100 });
  const starred = stopped({ favorited: true }, { kind: "question", since: at(1) });
  stopped({}, { kind: "done", since: at(9) });
  stopped({ visibility: "hidden" }, { kind: "question", since: at(9) });
  const listed = store.needy(bed.clock.at).map(({ id }) => id);
  expect(listed).toEqual([starred, sameSecond, late, failed, review]);
});
