import { afterAll, beforeAll, describe, expect } from "vitest";
import type { HierarchyNode, SessionHierarchy } from "../../server/domains/sessions/hierarchy/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { createSession, heldSession, restedSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

let service: BoardService;
let git_root: string;

beforeAll(async () => {
  service = await startBoardService();
  git_root = await service.repository();
});
afterAll(() => service[Symbol.asyncDispose]());

const make = (body: Record<string, unknown> = {}) => createSession(service, { git_root, ...body });

async function treeOf(id: number): Promise<SessionHierarchy> {
  const { body } = await service.call<{ session_hierarchy: SessionHierarchy }>("GET", `/sessions/${id}`);
  return body.session_hierarchy;
}

async function nodeOf(id: number): Promise<HierarchyNode | undefined> {
  return (await treeOf(id)).nodes.find((node) => node.id === id);
}

async function logOf(id: number): Promise<string> {
  const { body } = await service.call<{ logs: { content: string }[] }>(
    "GET",
    `/sessions/${id}/logs?per_page=100`,
  );
  return body.logs.map(({ content }) => content).join("\n");
}

describe("the tree of a session", () => {
  proves(
    "E7",
    "R16",
    "R51",
  )("has the sessions it was spawned from and those it spawned", async () => {
    const top = await make({ title: "Top" });
    const child = await make({ parent_session_id: top.id });
    const sibling = await make({ parent_session_id: top.id });
    const grandchild = await make({ parent_session_id: child.id });
    const tree = await treeOf(child.id);
    expect(tree).toMatchObject({ origin_session_id: top.id, root_session_ids: [top.id], truncated: false });
    expect(tree.nodes.map(({ id, depth, render_parent_session_id: under }) => [id, depth, under])).toEqual([
      [top.id, 0, null],
      [child.id, 1, top.id],
      [grandchild.id, 2, child.id],
      [sibling.id, 1, top.id],
    ]);
    expect(tree.nodes.filter(({ current }) => current)).toMatchObject([{ id: child.id, spawn_edge: true }]);
    expect(tree.nodes[0]).toMatchObject({ title: "Top", genesis: "api", priority_class: "spot" });
  });

  proves("R51")("says what each session waits for, also one that no list has", async () => {
    const top = await restedSession(service, "#script say All done.", { git_root });
    const child = await make({ parent_session_id: top.id });
    await service.call("PATCH", `/sessions/${top.id}/visibility`, { visibility: "hidden" });
    const tree = await treeOf(child.id);
    expect(tree.nodes.map(({ id, status, attention }) => [id, status, attention?.kind])).toEqual([
      [top.id, "needs_input", "done"],
      [child.id, child.status, child.attention?.kind],
    ]);
  });

  proves("R51")("loses a deleted parent, and the child starts its own tree", async () => {
    const parent = await make();
    const child = await make({ parent_session_id: parent.id });
    expect((await service.call("DELETE", `/sessions/${parent.id}`)).status).toBe(204);
    expect(await treeOf(child.id)).toMatchObject({
      origin_session_id: child.id,
      nodes: [{ id: child.id, parent_session_id: null }],
    });
  });
});

describe("a session that identifies itself", () => {
  proves(
    "R74",
    "R51",
    "E53",
  )("is an additional senior until it is removed", async () => {
    const [senior, target] = [
      await make({ title: "Senior" }),
      await restedSession(service, "#script say Ready."),
    ];
    const prompt = { prompt: "#script say Heard.", acting_session_id: senior.id };
    expect((await service.call("POST", `/sessions/${target.id}/follow_up`, prompt)).status).toBe(200);
    expect(await treeOf(target.id)).toMatchObject({
      origin_session_id: target.id,
      root_session_ids: [target.id, senior.id],
    });
    expect((await nodeOf(target.id))?.uncle_session_ids).toEqual([senior.id]);
    expect(await logOf(target.id)).toContain(`Session ${senior.id} messaged this session`);
    expect(await logOf(senior.id)).toContain(`Messaged session ${target.id}`);

    const link = `/sessions/${target.id}/uncle_links/${senior.id}`;
    expect((await service.call("DELETE", link)).status).toBe(204);
    expect((await nodeOf(target.id))?.uncle_session_ids).toEqual([]);
    for (const path of [link, `/sessions/${target.id}/uncle_links/x`, "/sessions/999999/uncle_links/1"]) {
      const again = await service.call("DELETE", path);
      expect([again.status, again.body["error"]], path).toEqual([404, "Not Found"]);
    }
  });

  proves(
    "R74",
    "E48",
    "E52",
  )("applies to a queued message and to an interrupt", async () => {
    const [one, other] = [await make(), await make()];
    const held = await heldSession(service);
    const { id } = held.session;
    const queued = await service.call<{ enqueued_message: { id: number } }>(
      "POST",
      `/sessions/${id}/enqueued_messages`,
      { content: "#script say Queued.", acting_session_id: one.id },
    );
    expect(queued.status).toBe(201);
    const { id: mid } = queued.body.enqueued_message;
    const path = `/sessions/${id}/enqueued_messages/${mid}/interrupt`;
    expect((await service.call("POST", path, { acting_session_id: other.id })).status).toBe(200);
    expect((await nodeOf(id))?.uncle_session_ids).toEqual([one.id, other.id]);
    await held.release();
  });

  proves("R74")("never blocks its message, whatever id it gives", async () => {
    const parent = await restedSession(service);
    const child = await make({ parent_session_id: parent.id });
    for (const acting_session_id of [child.id, parent.id, 999_999, -1, null]) {
      const sent = await service.call("POST", `/sessions/${parent.id}/follow_up`, {
        prompt: "#script say Heard.",
        acting_session_id,
      });
      expect([200, 202], String(acting_session_id)).toContain(sent.status);
    }
    expect((await nodeOf(parent.id))?.uncle_session_ids).toEqual([]);
  });

  proves("R74")("does not apply to the board, where a person writes", async () => {
    const [other, target] = [await make(), await restedSession(service)];
    const prompt = { prompt: "#script say Heard.", acting_session_id: other.id };
    expect((await service.board.call("POST", `/sessions/${target.id}/follow_up`, prompt)).status).toBe(200);
    expect((await nodeOf(target.id))?.uncle_session_ids).toEqual([]);
  });

  proves("E13", "R74")("does not become a senior by reporting to its parent", async () => {
    const parent = await restedSession(service);
    const child = await make({ parent_session_id: parent.id });
    const report = { message: "#script say Noted.", reason: "other" };
    const answer = await service.call("POST", `/sessions/${child.id}/message_parent`, report);
    expect([200, 202]).toContain(answer.status);
    expect((await nodeOf(parent.id))?.uncle_session_ids).toEqual([]);
    expect(await logOf(parent.id)).toContain(`Child session ${child.id}`);
  });
});
