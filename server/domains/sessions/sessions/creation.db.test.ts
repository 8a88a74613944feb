import { describe, expect, it } from "vitest";
import { openSessionBed, type SessionBed } from "./session-test-bed.ts";

const gitRoot = "https://git.invalid/team/sample.git";

type Input = Parameters<SessionBed["sessions"]["create"]>[0];
const create = (bed: SessionBed, input: Input, genesis: "api" | "web_ui" = "api") =>
  bed.sessions.create({ ...(input.agent_root ? {} : { git_root: gitRoot }), ...input }, genesis).session;

describe("the chain of defaults (R33)", () => {
  it.each<[string, Input, object]>([
    [
      "takes all it can from the root",
      { agent_root: "orchard-api" },
      {
        git_root: "file:///srv/demo/orchard.git",
        branch: "main",
        subdirectory: "api",
        goal: "open-reviewed-green-pr",
        agent_runtime: "claude_code",
        config: { model: "sonnet" },
        mcp_servers: ["clock"],
        catalog_skills: ["tidy-diff"],
        catalog_plugins: ["review-kit"],
        metadata: { agent_root_key: "orchard-api" },
      },
    ],
    [
      "lets the request go before the root",
      {
        agent_root: "orchard-api",
        git_root: gitRoot,
        branch: "next",
        subdirectory: "web",
        goal: "codebase-question",
        agent_runtime: "codex",
        config: { model: "gpt-5.5", effort: "xhigh", extra: 1 },
        mcp_servers: [],
        catalog_skills: ["seed-shop"],
      },
      {
        git_root: gitRoot,
        branch: "next",
        subdirectory: "web",
        goal: "codebase-question",
        agent_runtime: "codex",
        config: { extra: 1, model: "gpt-5.5", effort: "xhigh" },
        mcp_servers: [],
        catalog_skills: ["seed-shop"],
        catalog_plugins: ["review-kit"],
      },
    ],
    [
      "reads blanks as nothing said",
      { agent_root: "orchard-api", branch: " ", subdirectory: "", agent_runtime: "" },
      { branch: "main", subdirectory: "api", agent_runtime: "claude_code" },
    ],
    ["reads a blank goal as none", { agent_root: "orchard-api", goal: " " }, { goal: null }],
    [
      "falls back to hard-coded ones without a root",
      {},
      { branch: "main", subdirectory: null, goal: null, is_autonomous: true, mcp_servers: [], metadata: {} },
    ],
    [
      "reads the effort that is named default as none",
      { config: { effort: "default" } },
      { config: { model: "claude-sonnet-5-5" } },
    ],
  ])("%s", async (_title, input, expected) => {
    await using bed = await openSessionBed();
    expect(create(bed, input)).toMatchObject(expected);
  });

  it("uses the runtime's default for a model that the runtime does not offer", async () => {
    await using bed = await openSessionBed();
    const { config } = create(bed, { agent_runtime: "claude_code", config: { model: "no such model" } });
    expect(config).toEqual({ model: "claude-sonnet-5-5" });
  });

  it("uses the service's runtime if neither request nor root names one", async () => {
    await using bed = await openSessionBed({ defaultRuntime: "pi" });
    expect(create(bed, { agent_root: "orchard-api" }).agent_runtime).toBe("pi");
  });

  it("prefers the request to the owner's choice for a root, and that to the catalog", async () => {
    await using bed = await openSessionBed({
      preferences: { runtime: "claude_code", model: "claude-opus-5-5", effort: "high" },
    });
    const { agent_runtime, config } = create(bed, { agent_root: "orchard-api" });
    expect([agent_runtime, config]).toEqual(["claude_code", { model: "claude-opus-5-5", effort: "high" }]);
    const asked = create(bed, {
      agent_root: "orchard-api",
      config: { effort: "default" },
      agent_runtime: "pi",
    });
    expect([asked.agent_runtime, asked.config["effort"]]).toEqual(["pi", undefined]);
  });

  it("adds the servers of plugins to the chosen ones, and warns about those that cannot start", async () => {
    await using bed = await openSessionBed();
    const { session, warnings } = bed.sessions.create({ agent_root: "orchard-api" }, "api");
    expect([session.mcp_servers, session.all_mcp_servers]).toEqual([
      ["clock"],
      ["clock", "ledger", "signalbox"],
    ]);
    expect(warnings).toEqual(expect.arrayContaining([expect.stringContaining("LEDGER_TOKEN")]));
  });
});

describe("a refusal", () => {
  it.each<[string, Input, string, RegExp]>([
    ["an unknown root", { agent_root: "nobody" }, "Invalid agent_root", /"nobody"/],
    [
      "an unknown runtime",
      { agent_runtime: "hal" },
      "Invalid agent_runtime",
      /"hal".*claude_code, codex, pi/,
    ],
    ["a prompt for a clone alone", { clone_only: true, prompt: "x" }, "Invalid parameter", /follow_up/],
    ["an unknown goal", { goal: "ship-it" }, "", /ship-it.*codebase-question/],
    ["an unknown class", { scheduling_class: "vip" }, "Invalid scheduling_class", /spot, priority/],
    ["a place with a rank", { place: "top_of_spot", precedence: 1 }, "Invalid parameter", /not both/],
    ["an unknown place", { place: "bottom" }, "Invalid place", /top_of_spot/],
    ["a slug of digits", { slug: "123" }, "Invalid slug", /all digits/],
    ["a slug that would not do as a path", { slug: "a/b" }, "Invalid slug", /letters, digits/],
    ["an unknown parent", { parent_session_id: 99 }, "Invalid parent_session_id", /99/],
    ["no repository at all", { git_root: "" }, "Missing parameter", /agent_root/],
    ["an option as repository", { git_root: "--upload-pack=x" }, "Invalid git_root", /./],
    ["an option as branch", { branch: "--orphan" }, "Invalid git_root", /./],
    ["a way out of the clone", { subdirectory: "../other" }, "Invalid git_root", /./],
    ["an effort the model does not take", { config: { effort: "giant" } }, "Invalid effort", /low, medium/],
    ["an unknown server", { mcp_servers: ["nobody"] }, "Invalid servers", /"nobody"/],
  ])("names %s, and nothing is stored", async (_title, input, label, sentence) => {
    await using bed = await openSessionBed();
    expect(() => create(bed, input)).toThrow(
      expect.objectContaining({
        status: 422,
        label: label === "" ? expect.any(String) : label,
        message: expect.stringMatching(sentence),
      }),
    );
    expect(bed.sessions.list({ page: 1, per_page: 25 }).sessions).toEqual([]);
    expect([bed.queued, bed.notes]).toEqual([[], []]);
  });
});

describe("the first turn", () => {
  it.each<[string, Input, string[], string]>([
    ["is queued for a prompt", { prompt: "Begin" }, ["1 first"], "waiting"],
    ["is a clone alone when that is asked for", { clone_only: true }, ["1 clone_only"], "needs_input"],
    ["is not queued without a prompt", {}, [], "waiting"],
    ["is not queued for a blank prompt", { prompt: " \n" }, [], "waiting"],
  ])("%s", async (_title, input, queued, status) => {
    await using bed = await openSessionBed();
    expect(create(bed, input).status).toBe(status);
    expect(bed.queued).toEqual(queued);
  });

  it("is requested in the transaction that creates the session", async () => {
    await using bed = await openSessionBed({
      onFirstTurnRequested: () => {
        throw new Error("no queue");
      },
    });
    expect(() => create(bed, { prompt: "Begin" })).toThrow("no queue");
    expect(bed.sessions.byId(1)).toBeUndefined();
  });
});

describe("names", () => {
  it("come from the prompt, and the slug from the name and the minute (R4)", async () => {
    await using bed = await openSessionBed();
    expect(create(bed, { prompt: "Fix the Élan parser!\nPlease." })).toMatchObject({
      title: "Fix the Élan parser!",
      slug: "fix-the-elan-parser-20260601-1200",
    });
  });

  it("are the given ones, a title cut at 255 characters", async () => {
    await using bed = await openSessionBed();
    const session = create(bed, { title: ` ${"x".repeat(300)} `, slug: "My_slug" });
    expect([session.title, session.slug]).toEqual(["x".repeat(255), "My_slug"]);
  });

  it("are numbered while a slug is taken", async () => {
    await using bed = await openSessionBed();
    const slugs = [1, 2, 3].map(() => create(bed, { title: "Same" }).slug);
    expect(slugs).toEqual(["same-20260601-1200", "same-20260601-1200-1", "same-20260601-1200-2"]);
    expect(() => create(bed, { slug: "same-20260601-1200" })).toThrow(/is taken/);
  });

  it("come from the id if the prompt has no words", async () => {
    await using bed = await openSessionBed();
    expect(create(bed, {})).toMatchObject({ title: "Session 1", slug: "session-1-20260601-1200" });
    expect(create(bed, { title: "漢字" }).slug).toMatch(/^[a-z0-9-]+-20260601-1200$/);
  });
});

describe("rank and class", () => {
  it("of a child are its parent's, one above (R29, R30)", async () => {
    await using bed = await openSessionBed();
    const parent = create(bed, { scheduling_class: "priority", precedence: 4 }, "web_ui");
    const child = create(bed, { parent_session_id: parent.id });
    expect(child).toMatchObject({ scheduling_class: "priority", precedence: 5, genesis: "web_ui" });
    const own = create(bed, { parent_session_id: parent.id, scheduling_class: "spot", precedence: 0 });
    expect(own).toMatchObject({ scheduling_class: "spot", precedence: 0, priority_class: "spot" });
  });

  it("at the top of spot go before every open spot session and leave the others unchanged (R31)", async () => {
    await using bed = await openSessionBed();
    create(bed, { precedence: 10 });
    create(bed, { precedence: 900, scheduling_class: "priority" });
    const gone = create(bed, { precedence: 800 });
    bed.sessions.transition(bed.sessions.find(String(gone.id)), { kind: "archive" });
    const top = create(bed, { place: "top_of_spot" });
    expect(top.precedence).toBeGreaterThanOrEqual(10);
    expect(top.precedence).toBeLessThan(800);
  });

  it("at the top of an empty queue are 0", async () => {
    await using bed = await openSessionBed();
    expect(create(bed, { place: "top_of_spot" }).precedence).toBe(0);
  });
});

describe("an idempotency key (R35)", () => {
  it("finds only the session it created", async () => {
    await using bed = await openSessionBed();
    const made = create(bed, { idempotency_key: "k-1", title: "Once" });
    expect(bed.sessions.replay("k-1")).toEqual(made);
    for (const other of ["k-2", "", 7, undefined, null, "k".repeat(256)]) {
      expect(bed.sessions.replay(other)).toBeUndefined();
    }
  });

  it("is unique in the database, whatever the code does", async () => {
    await using bed = await openSessionBed();
    create(bed, { idempotency_key: "k-1" });
    expect(() => create(bed, { idempotency_key: "k-1" })).toThrow(/UNIQUE/);
  });

  it("is absent when it is empty", async () => {
    await using bed = await openSessionBed();
    expect([1, 2].map(() => create(bed, { idempotency_key: "" }).idempotency_key)).toEqual([null, null]);
  });
});
