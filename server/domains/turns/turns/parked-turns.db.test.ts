import { describe, expect, it } from "vitest";
import { openTurnBed, type TurnBed } from "./turn-test-bed.ts";

const ledger = { server_name: "ledger", server_url: "https://ledger.invalid/mcp" };
const board = { kind: "board" } as const;

describe("a server that a person has to sign in to", () => {
  it("parks the turn, and lets it continue with its prompt once every server is signed in to", async () => {
    await using bed = await openTurnBed();
    bed.consents.push(ledger);
    const { id } = bed.create();
    const parked = await bed.parks(id);
    expect(parked).toMatchObject({
      waitingKind: "parked",
      failureReason: "oauth_required",
      oauthRequiredServers: [ledger],
      jobId: null,
      runningJobId: null,
    });
    expect(bed.begun).toHaveLength(0);
    bed.turns.reviewParked();
    expect(bed.row(id).waitingKind).toBe("parked");

    bed.consents.length = 0;
    bed.turns.reviewParked();
    const turn = await bed.begins(1);
    expect(turn.request.prompt.text).toBe("Begin");
    await turn.answer("Done");
    const rested = await bed.reaches(id, "needs_input");
    expect(rested).toMatchObject({ failureReason: null, oauthRequiredServers: [] });
    expect(bed.turnRows(id)).toMatchObject([{ kind: "first", state: "ended" }]);
  });

  it("keeps the turn parked across a restart of the service", async () => {
    await using bed = await openTurnBed();
    bed.consents.push(ledger);
    const { id } = bed.create();
    await bed.parks(id);
    const { take } = await bed.restart();
    take();
    expect(bed.row(id)).toMatchObject({ status: "waiting", waitingKind: "parked" });
    bed.consents.length = 0;
    bed.turns.reviewParked();
    expect((await bed.begins(1)).request.prompt.text).toBe("Begin");
  });

  it("returns a parked idle session to its former state once no sign-in is missing", async () => {
    await using bed = await openTurnBed();
    const { id } = bed.create();
    await (await bed.begins(1)).answer("Done");
    await bed.reaches(id, "needs_input");
    bed.consents.push(ledger);
    expect(bed.turns.reviewSignIns(bed.row(id))).toMatchObject({ status: "waiting", waitingKind: "parked" });
    const { take } = await bed.restart();
    take();
    expect(bed.row(id).waitingKind).toBe("parked");
    bed.consents.length = 0;
    expect(bed.turns.reviewSignIns(bed.row(id))).toMatchObject({
      status: "needs_input",
      failureReason: null,
    });
    expect(bed.turnRows(id)).toHaveLength(1);
  });

  it("lets an active turn continue, and parks the next one", async () => {
    await using bed = await openTurnBed();
    const { id } = bed.create();
    const turn = await bed.begins(1);
    bed.consents.push(ledger);
    expect(bed.turns.reviewSignIns(bed.row(id))).toMatchObject({
      status: "running",
      failureReason: null,
      oauthRequiredServers: [ledger],
    });
    await turn.answer("Done");
    await bed.reaches(id, "needs_input");
    await bed.turns.followUp(String(id), { prompt: "More" }, board);
    await bed.parks(id);
    bed.consents.length = 0;
    bed.turns.reviewParked();
    expect((await bed.begins(2)).request.prompt.text).toBe("More");
  });

  it("does not wake a sleeping session", async () => {
    await using bed = await openTurnBed();
    const { id } = bed.create();
    await (await bed.begins(1)).answer("Done");
    await bed.reaches(id, "needs_input");
    bed.turns.sleep(String(id));
    bed.consents.push(ledger);
    expect(bed.turns.reviewSignIns(bed.row(id))).toMatchObject({
      waitingKind: "asleep",
      failureReason: null,
    });
  });

  it("lets a parked session be archived with end_turn", async () => {
    await using bed = await openTurnBed();
    bed.consents.push(ledger);
    const { id } = bed.create();
    await bed.parks(id);
    await expect(bed.turns.archive(String(id), {}, board)).rejects.toMatchObject({
      label: "A turn is in flight",
    });
    await bed.turns.archive(String(id), { end_turn: true }, board);
    expect(bed.turnRows(id)).toMatchObject([{ state: "ended" }]);
    bed.consents.length = 0;
    bed.turns.reviewParked();
    expect(bed.row(id).status).toBe("archived");
  });
});

describe("an account that serves again", () => {
  async function parkedForQuota(bed: TurnBed): Promise<number> {
    const { id } = bed.create();
    (await bed.begins(1)).end({ kind: "rate_limited", resetAt: bed.clock.at + 60_000, message: "No quota" });
    await bed.parks(id);
    return id;
  }
  const turnJobs = (bed: TurnBed) =>
    bed.database.sql.prepare("SELECT COUNT(*) FROM jobs WHERE kind = 'turn'").pluck().get();

  it("continues the turn before its time", async () => {
    await using bed = await openTurnBed();
    const id = await parkedForQuota(bed);
    const { agentRuntime } = bed.row(id);
    expect([agentRuntime, "another"].map(bed.turns.waitingForAccount)).toEqual([1, 0]);
    bed.serving.now = true;
    bed.turns.reviewAccounts();
    expect(bed.turns.waitingForAccount(agentRuntime)).toBe(0);
    await (await bed.begins(2)).answer("Done");
    await bed.reaches(id, "needs_input");
    expect([bed.begun.length, turnJobs(bed)]).toEqual([2, 0]);
  });

  it("does not run a turn again whose time has come at the same moment", async () => {
    await using bed = await openTurnBed();
    const id = await parkedForQuota(bed);
    const [preparing, prepared] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    bed.agent.prepare = () => {
      preparing.resolve();
      return prepared.promise;
    };
    bed.after(120_000);
    await preparing.promise;
    expect(bed.row(id).waitingKind).toBe("parked");
    bed.serving.now = true;
    bed.turns.reviewAccounts();
    prepared.resolve();
    await (await bed.begins(2)).answer("Done");
    await bed.reaches(id, "needs_input");
    expect([bed.begun.length, turnJobs(bed)]).toEqual([2, 0]);
  });
});
