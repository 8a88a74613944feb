import { describe, expect, it } from "vitest";
import { openTestDatabase, silentLog, type TestDatabase } from "../../../../test/support/database.ts";
import { prepareWrite } from "../../../db/write-context.ts";
import type { KeyedWrite, SentAnswer } from "../../../http/idempotency.ts";
import { invalid } from "../../../lib/errors.ts";
import { keptMs, mostAnswerBytes } from "./rules.ts";
import { idempotencyService } from "./service.ts";

const write: KeyedWrite = { caller: "key 1", key: "k", fingerprint: "f", keepsAnswer: true };
const done: SentAnswer = { status: 201, body: '{"id":1}' };

/** A start of the service on `opened`, whose writes add a row to a table. */
function begin(opened: TestDatabase) {
  const { database, clock } = opened;
  database.sql.exec("CREATE TABLE IF NOT EXISTS written (n INTEGER)");
  const add = () => void database.transaction(() => database.sql.exec("INSERT INTO written VALUES (1)"));
  return {
    service: idempotencyService({ database, clock, log: silentLog }),
    add,
    addAndAnswer: (): SentAnswer => {
      add();
      return done;
    },
    written: () => database.sql.prepare("SELECT COUNT(*) FROM written").pluck().get(),
    keys: () => database.sql.prepare("SELECT state, answer_kept AS kept FROM idempotency_keys").all(),
  };
}

const never = (): never => {
  throw new Error("The work ran again");
};

describe("a repeated write", () => {
  it("has the first answer, and is carried out once", async () => {
    using opened = openTestDatabase();
    const { service, addAndAnswer, written } = begin(opened);
    expect(await service.once(write, addAndAnswer)).toEqual({
      answer: done,
      replayed: false,
      kind: "answered",
    });
    expect(await service.once(write, never)).toMatchObject({ answer: done, replayed: true });
    expect(await begin(opened).service.once(write, never)).toMatchObject({ answer: done, replayed: true });
    expect(written()).toBe(1);
  });

  it("is another one if its caller or its key differ", async () => {
    using opened = openTestDatabase();
    const { service, addAndAnswer, written } = begin(opened);
    for (const other of [{}, { caller: "key 2" }, { key: "l" }])
      await service.once({ ...write, ...other }, addAndAnswer);
    expect(written()).toBe(3);
  });

  it("is refused with other input, and leaves the first answer", async () => {
    using opened = openTestDatabase();
    const { service, addAndAnswer } = begin(opened);
    await service.once(write, addAndAnswer);
    await expect(service.once({ ...write, fingerprint: "g" }, never)).rejects.toMatchObject({ status: 422 });
    expect(await service.once(write, never)).toMatchObject({ replayed: true });
  });

  it("is refused while the first one runs, and then has its answer", async () => {
    using opened = openTestDatabase();
    const { service } = begin(opened);
    const gate = Promise.withResolvers<SentAnswer>();
    const first = service.once(write, () => gate.promise);
    await expect(service.once(write, never)).rejects.toMatchObject({ status: 409 });
    gate.resolve(done);
    expect(await first).toMatchObject({ answer: done, replayed: false });
    expect(await service.once(write, never)).toMatchObject({ answer: done, replayed: true });
  });

  it("runs again after a refusal, which keeps what was stored before it", async () => {
    using opened = openTestDatabase();
    const { service, add, addAndAnswer, written, keys } = begin(opened);
    const refusing = () => {
      add();
      opened.database.transaction(() => {
        opened.database.sql.exec("INSERT INTO written VALUES (2)");
        throw invalid("No");
      });
      return done;
    };
    await expect(service.once(write, refusing)).rejects.toMatchObject({ status: 422 });
    expect([written(), keys()]).toEqual([1, []]);
    await expect(service.once(write, async () => refusing())).rejects.toMatchObject({ status: 422 });
    expect([written(), keys()]).toEqual([2, []]);
    await service.once(write, addAndAnswer);
    expect(written()).toBe(3);
  });

  it("runs again after an answer that is an error", async () => {
    using opened = openTestDatabase();
    const { service, addAndAnswer } = begin(opened);
    await service.once(write, () => ({ status: 429, body: "{}" }));
    expect(await service.once(write, addAndAnswer)).toMatchObject({ replayed: false });
  });
});

describe("a bug", () => {
  it("undoes a write that did not wait", async () => {
    using opened = openTestDatabase();
    const { service, add, written, keys } = begin(opened);
    const broken = () => {
      add();
      throw new Error("bug");
    };
    await expect(service.once(write, broken)).rejects.toThrow("bug");
    expect([written(), keys()]).toEqual([0, []]);
  });

  it("does not let a write that stored something run again", async () => {
    using opened = openTestDatabase();
    const { service, add } = begin(opened);
    const broken = async () => {
      await Promise.resolve();
      add();
      throw new Error("bug");
    };
    await expect(service.once(write, broken)).rejects.toThrow("bug");
    await expect(service.once(write, never)).rejects.toMatchObject({
      status: 409,
      extra: { carried_out: true },
    });
  });

  it("lets a write run again that stored nothing", async () => {
    using opened = openTestDatabase();
    const { service, addAndAnswer } = begin(opened);
    await expect(
      service.once(write, async () => {
        await Promise.resolve();
        throw new Error("bug");
      }),
    ).rejects.toThrow("bug");
    expect(await service.once(write, addAndAnswer)).toMatchObject({ replayed: false });
  });
});

describe("after a crash", () => {
  it("a write runs that had stored nothing", async () => {
    using opened = openTestDatabase();
    const killed = begin(opened);
    void killed.service.once(write, () => new Promise(() => {}));
    const { service, addAndAnswer, written } = begin(opened);
    expect(await service.once(write, addAndAnswer)).toMatchObject({ replayed: false });
    expect(written()).toBe(1);
  });

  it.each(["before it waited", "later"])("a write runs that had only prepared itself %s", async (when) => {
    using opened = openTestDatabase();
    const killed = begin(opened);
    const prepared = Promise.withResolvers<void>();
    void killed.service.once(write, async () => {
      if (when === "later") await Promise.resolve();
      prepareWrite(killed.add);
      prepared.resolve();
      return new Promise(() => {});
    });
    await prepared.promise;
    const { service, addAndAnswer, written } = begin(opened);
    expect(await service.once(write, addAndAnswer)).toMatchObject({ replayed: false });
    expect(written()).toBe(2);
  });

  it.each(["before it waited", "later"])(
    "a write does not run that had stored something %s",
    async (when) => {
      using opened = openTestDatabase();
      const killed = begin(opened);
      const stored = Promise.withResolvers<void>();
      void killed.service.once(write, async () => {
        if (when === "later") await Promise.resolve();
        killed.add();
        stored.resolve();
        return new Promise(() => {});
      });
      await stored.promise;
      const { service, written } = begin(opened);
      await expect(service.once(write, never)).rejects.toMatchObject({
        status: 409,
        extra: { carried_out: true },
      });
      expect(written()).toBe(1);
    },
  );
});

describe("what is kept", () => {
  it("has no secret and no large answer", async () => {
    using opened = openTestDatabase();
    const { service, keys } = begin(opened);
    await service.once({ ...write, keepsAnswer: false }, () => done);
    await service.once({ ...write, key: "large" }, () => ({
      status: 200,
      body: "x".repeat(mostAnswerBytes + 1),
    }));
    expect(keys()).toEqual([
      { state: "answered", kept: 0 },
      { state: "answered", kept: 0 },
    ]);
    const bodies = opened.database.sql.prepare("SELECT body FROM idempotency_keys").pluck().all();
    expect(bodies).toEqual([null, null]);
    await expect(service.once({ ...write, keepsAnswer: false }, never)).rejects.toMatchObject({
      status: 409,
    });
  });

  it("is forgotten after a week", async () => {
    using opened = openTestDatabase();
    const { service, keys, addAndAnswer, written } = begin(opened);
    await service.once(write, addAndAnswer);
    opened.clock.at += keptMs - 1;
    service.sweep();
    expect(keys()).toHaveLength(1);
    opened.clock.at += 1;
    await service.once({ ...write, fingerprint: "g" }, addAndAnswer);
    expect(written()).toBe(2);
    opened.clock.at += keptMs;
    service.sweep();
    expect(keys()).toEqual([]);
  });

  it("takes up to 64 MB, the newest answers first", async () => {
    using opened = openTestDatabase();
    const { service } = begin(opened);
    const body = "x".repeat(mostAnswerBytes);
    for (let n = 0; n < 1_100; n += 1) {
      opened.clock.at += 1;
      await service.once({ ...write, key: String(n) }, () => ({ status: 200, body }));
    }
    service.sweep();
    const bytes = opened.database.sql.prepare("SELECT SUM(LENGTH(body)) FROM idempotency_keys").pluck().get();
    expect(Number(bytes)).toBeGreaterThan(60 * 1024 * 1024);
    expect(Number(bytes)).toBeLessThanOrEqual(64 * 1024 * 1024);
    expect(await service.once({ ...write, key: "1099" }, never)).toMatchObject({ replayed: true });
  });
});
