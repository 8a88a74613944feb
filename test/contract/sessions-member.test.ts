import { access } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { openServiceDatabase } from "../support/database-dump.ts";
import { type Session, startTestService, type TestService } from "../support/service.ts";
import { clonedSession, createSession, heldSession, sessionOf } from "../support/sessions.ts";
import { proves } from "./proves.ts";

type Answered = { session: Session; error?: string; message?: string };

let service: TestService;
let git_root: string;

beforeAll(async () => {
  service = await startTestService();
  git_root = await service.repository();
});
afterAll(() => service[Symbol.asyncDispose]());

const make = (body: Record<string, unknown> = {}) => createSession(service, { git_root, ...body });
const patch = (id: number | string, body: unknown) =>
  service.call<Answered>("PATCH", `/sessions/${id}`, body);

describe("one session", () => {
  proves(
    "E7",
    "R52",
    "R53",
    "R2",
  )("is found by id and by slug, with five keys of related facts", async () => {
    const made = await make({ title: "Looked up" });
    const byId = await service.call<Answered>("GET", `/sessions/${made.id}`);
    const bySlug = await service.call<Answered>("GET", `/sessions/${made.slug}`);
    expect(byId.body).toEqual(bySlug.body);
    expect(byId.body).toMatchObject({
      session: { id: made.id },
      status_summary: { state: "idle", generating: false, error: null, summary: null },
      waiting: { reasons: [], banners: [] },
      session_hierarchy: {
        origin_session_id: made.id,
        truncated: false,
        nodes: [{ id: made.id, current: true }],
      },
      human_messages: [],
      human_message_capture_gaps: [],
    });
    expect(byId.body.session).not.toHaveProperty("transcript");
    using data = openServiceDatabase(service);
    const before = data.dump();
    expect((await service.call("GET", `/sessions/${made.id}?viewed=true`)).status).toBe(200);
    expect(data.dump()).toBe(before);
  });

  proves("R2", "R3")("with a reference of digits is found by id, even if a slug looks the same", async () => {
    const made = await make();
    using data = openServiceDatabase(service);
    data.sql.prepare("UPDATE sessions SET slug = '777777' WHERE id = ?").run(made.id);
    expect((await service.call("GET", "/sessions/777777")).status).toBe(404);
    expect((await service.call("GET", "/sessions/no-such-slug")).status).toBe(404);
    expect((await patch(made.id, { slug: "777" })).status).toBe(422);
    expect((await service.call<Answered>("GET", `/sessions/000${made.id}`)).status).toBe(200);
  });
});

describe("a change", () => {
  proves(
    "E8",
    "R9",
    "R19",
  )("applies the permitted fields and drops the others", async () => {
    const made = await make();
    const change = {
      title: " Renamed ",
      slug: `renamed-${made.id}`,
      goal: "It works.",
      is_autonomous: false,
      scheduling_class: "priority",
      precedence: 12,
      custom_metadata: { b: 1, a: { deep: [true] } },
    };
    const { status, body } = await patch(made.id, {
      ...change,
      mcp_servers: ["x"],
      status: "archived",
      metadata: { x: 1 },
      prompt: "no",
      genesis: "chat",
    });
    expect(status).toBe(200);
    expect(body.session).toMatchObject({
      ...change,
      title: "Renamed",
      status: "waiting",
      metadata: {},
      prompt: null,
      genesis: "api",
      mcp_servers: [],
    });
    expect(await sessionOf(service, made.id)).toEqual(body.session);
    expect((await patch(made.slug ?? "", {})).status).toBe(404);
    expect((await patch(`renamed-${made.id}`, {})).status).toBe(200);
  });

  proves("R69", "R148")("with a title outside 1 to 100 characters is refused as a whole", async () => {
    const made = await make({ title: "Before" });
    for (const title of ["", "   ", "t".repeat(101), 7, null, ["x"], { a: 1 }]) {
      const { status, body } = await patch(made.id, { title, goal: "Must not stay." });
      expect(status, JSON.stringify(title)).toBe(422);
      expect(body.error).toBe("Validation failed");
    }
    expect(await sessionOf(service, made.id)).toEqual(made);
    expect((await patch(made.id, { title: `  ${"t".repeat(100)} ` })).body.session.title).toHaveLength(100);
    const faces = "🙂".repeat(100);
    expect((await patch(made.id, { title: faces })).body.session.title).toBe(faces);
    expect((await patch(made.id, { title: `${faces}🙂` })).status).toBe(422);
    await patch(made.id, { title: "t".repeat(100) });
    const equal = await patch(made.id, { title: "t".repeat(100) });
    expect(equal.body.session.updated_at).toBe((await sessionOf(service, made.id)).updated_at);
  });

  proves(
    "R26",
    "R27",
    "X40",
    "R226",
  )("validates the goal only if it differs", async () => {
    const made = await make({ goal: "Tests pass." });
    expect((await patch(made.id, { goal: "no-such-goal" })).status).toBe(422);
    expect((await patch(made.id, { goal: `a ${"g".repeat(50_001)}` })).status).toBe(422);
    using data = openServiceDatabase(service);
    data.sql.prepare("UPDATE sessions SET goal = 'retired-goal' WHERE id = ?").run(made.id);
    expect((await patch(made.id, { title: "Other" })).body.session.goal).toBe("retired-goal");
    expect((await patch(made.id, { goal: "retired-goal" })).status).toBe(200);
    expect((await patch(made.id, { goal: null })).body.session.goal).toBeNull();
    expect((await patch(made.id, { goal: "retired-goal" })).status).toBe(422);
  });

  proves("R29", "R12")("of the class to null returns to the derived class", async () => {
    const made = await make({ scheduling_class: "priority" });
    expect((await patch(made.id, { scheduling_class: "urgent" })).status).toBe(422);
    const derived = await patch(made.id, { scheduling_class: null });
    expect(derived.body.session).toMatchObject({ scheduling_class: null, priority_class: "spot" });
  });

  proves("R31", "X18")("of the place never lowers a rank", async () => {
    const high = await make({ precedence: 300 });
    const low = await make({ precedence: -50 });
    expect((await patch(low.id, { place: "top_of_spot" })).body.session.precedence).toBeGreaterThanOrEqual(
      300,
    );
    await patch(low.id, { precedence: -50 });
    expect((await patch(high.id, { place: "top_of_spot" })).body.session.precedence).toBe(300);
    expect((await patch(high.id, { place: "top_of_spot", precedence: 1 })).status).toBe(422);
    expect((await patch(high.id, { place: "bottom" })).status).toBe(422);
    await patch(high.id, { precedence: -9_000 });
    const huge = await patch(high.id, { precedence: Number.MAX_SAFE_INTEGER });
    expect(huge.body.session.precedence).toBe(1_000_000_000);
    await service.call("DELETE", `/sessions/${high.id}`);
  });

  proves("R3", "E8")("of the slug is refused if it is taken, all digits, or invalid", async () => {
    const [one, two] = [await make({ title: "Slug one" }), await make({ title: "Slug two" })];
    for (const slug of [one.slug, "42", "", "a b", "a/b", "../x", "-x", "ü", "search", "Search"]) {
      expect((await patch(two.id, { slug })).status, String(slug)).toBe(422);
    }
    expect((await patch(two.id, { slug: two.slug })).status).toBe(200);
    expect((await sessionOf(service, two.id)).slug).toBe(two.slug);
  });
});

describe("a session that is deleted", () => {
  proves("E9", "R70")("is removed with its clone and everything that references it", async () => {
    const session = await clonedSession(service);
    const clone = String(session.metadata["clone_path"]);
    await service.call("POST", `/sessions/${session.id}/logs`, { content: "x", level: "info" });
    const child = await make({ parent_session_id: session.id });
    const { status, body } = await service.call("DELETE", `/sessions/${session.id}`);
    expect(status).toBe(204);
    expect(body).toEqual({ text: "" });
    for (const path of ["", "/logs", "/transcript", "/conversation", "/enqueued_messages"])
      expect((await service.call("GET", `/sessions/${session.id}${path}`)).status, path).toBe(404);
    expect((await service.call("DELETE", `/sessions/${session.id}`)).status).toBe(404);
    expect((await sessionOf(service, child.id)).parent_session_id).toBeNull();
    await expect
      .poll(() =>
        access(clone).then(
          () => "there",
          () => "gone",
        ),
      )
      .toBe("gone");
  });

  proves("R70")("in the middle of a turn has the turn ended first, and its files removed", async () => {
    const { session } = await heldSession(service);
    const form = {
      filename: "note.txt",
      media_type: "text/plain",
      data: Buffer.from("kept").toString("base64"),
    };
    expect(
      (
        await service.call("POST", `/sessions/${session.id}/follow_up`, {
          prompt: "later",
          attachments: [form],
        })
      ).status,
    ).toBe(202);
    expect((await service.call("DELETE", `/sessions/${session.id}`)).status).toBe(204);
    const folders = ["attachments", "scratch", "homes"].map((name) =>
      join(service.folder, "data", name, String(session.id)),
    );
    for (const folder of folders)
      await expect
        .poll(() =>
          access(folder).then(
            () => "there",
            () => "gone",
          ),
        )
        .toBe("gone");
    using data = openServiceDatabase(service);
    expect(
      data.sql.prepare("SELECT COUNT(*) AS n FROM enqueued_messages WHERE session_id = ?").get(session.id),
    ).toEqual({ n: 0 });
  });
});
