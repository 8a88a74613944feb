import { describe, expect, it } from "vitest";
import { silentLog } from "../../../../test/support/database.ts";
import type { Actor } from "../../../http/caller.ts";
import { openSessionBed } from "../sessions/session-test-bed.ts";
import { hierarchyService } from "./index.ts";
import { nodeLimit } from "./rules.ts";

const program: Actor = { kind: "api_key", id: 1, name: "a", source: "env", grant: "api" };

async function openHierarchy() {
  const bed = await openSessionBed();
  const hierarchy = hierarchyService({ ...bed, log: silentLog });
  return {
    ...bed,
    hierarchy,
    /** A session under `parent`; without one, at the top. */
    spawn: (parent: number | null = null) => bed.addSession({ parentSessionId: parent }),
    message: (acting: number, target: number) => hierarchy.recordSeniority(acting, target, program),
    tree: (id: number) => hierarchy.tree(bed.sessions.find(String(id))),
    /** `<junior> <uncle>` of every link. */
    links: (): unknown[] =>
      bed.database.sql
        .prepare("SELECT session_id || ' ' || uncle_id FROM uncle_links ORDER BY session_id, uncle_id")
        .pluck()
        .all(),
  };
}

type Bed = Awaited<ReturnType<typeof openHierarchy>>;

/** `id`s in order, indented by where they are drawn; `~` if the edge above is not the one to its parent. */
function drawing(bed: Bed, id: number): string[] {
  const { nodes } = bed.tree(id);
  const senior = new Map(nodes.map((node) => [node.id, node.render_parent_session_id]));
  const depth = (of: number): number => {
    const above = senior.get(of) ?? null;
    return above === null ? 0 : depth(above) + 1;
  };
  return nodes.map((node) => `${"  ".repeat(depth(node.id))}${node.spawn_edge ? "" : "~"}${node.id}`);
}

describe("tree", () => {
  it("of an isolated session is that one node", async () => {
    await using bed = await openHierarchy();
    const id = bed.spawn();
    expect(bed.tree(id)).toEqual({
      origin_session_id: id,
      root_session_ids: [id],
      truncated: false,
      truncation_reason: null,
      nodes: [
        expect.objectContaining({ id, depth: 0, current: true, spawn_edge: true, uncle_session_ids: [] }),
      ],
    });
  });

  it("is the whole tree, depth first, from any member", async () => {
    await using bed = await openHierarchy();
    const top = bed.spawn();
    const [a, b] = [bed.spawn(top), bed.spawn(top)];
    const under = bed.spawn(a);
    const expected = [`${top}`, `  ${a}`, `    ${under}`, `  ${b}`];
    for (const id of [top, a, b, under]) expect(drawing(bed, id), String(id)).toEqual(expected);
    expect(bed.tree(under)).toMatchObject({ origin_session_id: top, root_session_ids: [top] });
    expect(
      bed
        .tree(under)
        .nodes.filter(({ current }) => current)
        .map(({ id }) => id),
    ).toEqual([under]);
  });

  it("contains a session once, at its shallowest depth, and marks an uncle's edge", async () => {
    await using bed = await openHierarchy();
    const [top, uncle] = [bed.spawn(), bed.spawn()];
    const child = bed.spawn(bed.spawn(top));
    bed.message(uncle, child);
    const tree = bed.tree(child);
    expect(tree.root_session_ids).toEqual([top, uncle]);
    expect(drawing(bed, child)).toEqual([`${top}`, "  3", `${uncle}`, `  ~${child}`]);
    expect(tree.nodes.find(({ id }) => id === child)).toMatchObject({
      parent_session_id: 3,
      render_parent_session_id: uncle,
      uncle_session_ids: [uncle],
      depth: 1,
    });
  });

  it("draws a session under its parent if an uncle is equally near", async () => {
    await using bed = await openHierarchy();
    const [uncle, top] = [bed.spawn(), bed.spawn()];
    const child = bed.spawn(top);
    bed.message(uncle, child);
    expect(drawing(bed, child)).toEqual([`${top}`, `  ${child}`, `${uncle}`]);
  });

  it("keeps the origin first even if another session claims to be above it", async () => {
    await using bed = await openHierarchy();
    const [uncle, origin] = [bed.spawn(), bed.spawn()];
    const child = bed.spawn(origin);
    bed.message(uncle, origin);
    expect(bed.tree(child)).toMatchObject({ origin_session_id: origin, root_session_ids: [origin, uncle] });
  });

  it("starts at the children after their parent is deleted", async () => {
    await using bed = await openHierarchy();
    const parent = bed.spawn(bed.spawn());
    const child = bed.spawn(parent);
    bed.spawn(child);
    bed.sessions.remove(bed.sessions.find(String(parent)));
    expect(bed.tree(child)).toMatchObject({ origin_session_id: child, root_session_ids: [child] });
    expect(drawing(bed, child)).toEqual(["3", "  4"]);
  });

  it("of exactly eight levels below the root is complete", async () => {
    await using bed = await openHierarchy();
    let last = bed.spawn();
    for (let level = 1; level <= 8; level++) last = bed.spawn(last);
    expect(bed.tree(last)).toMatchObject({ truncated: false, nodes: { length: 9 } });
  });

  it("is cut below the eighth level, and still contains the requested session", async () => {
    await using bed = await openHierarchy();
    let last = bed.spawn();
    for (let level = 1; level <= 12; level++) last = bed.spawn(last);
    const tree = bed.tree(last);
    expect(tree).toMatchObject({ origin_session_id: 1, root_session_ids: [1], truncated: true });
    expect(tree.truncation_reason).toContain("8 levels");
    expect(tree.nodes.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, last]);
    expect(tree.nodes.at(-1)).toMatchObject({
      current: true,
      spawn_edge: false,
      render_parent_session_id: null,
      parent_session_id: last - 1,
    });
  });

  it("is cut at 150 sessions, keeps the oldest, and has the requested one under its parent", async () => {
    await using bed = await openHierarchy();
    const top = bed.spawn();
    let last = top;
    for (let count = 0; count < 400; count++) last = bed.spawn(top);
    const tree = bed.tree(last);
    expect(tree).toMatchObject({
      truncated: true,
      truncation_reason: expect.stringContaining("150 sessions"),
    });
    expect(tree.nodes).toHaveLength(nodeLimit + 1);
    expect(tree.nodes.at(-1)).toMatchObject({
      id: last,
      spawn_edge: false,
      render_parent_session_id: top,
      depth: 1,
    });
    expect(bed.tree(top).nodes).toHaveLength(nodeLimit);
  });
});

describe("a session that identifies itself", () => {
  it("becomes an additional senior, and both session logs say so", async () => {
    await using bed = await openHierarchy();
    const [a, b] = [bed.spawn(), bed.spawn()];
    bed.message(a, b);
    expect(bed.links()).toEqual([`${b} ${a}`]);
    expect(bed.notes).toEqual([
      `${b} info: Session ${a} messaged this session and is now an additional senior of it`,
      `${a} info: Messaged session ${b} and is now an additional senior of it`,
    ]);
    expect(bed.changed).toContain(b);
  });

  it("changes nothing by messaging itself, a session below it, or the same session twice", async () => {
    await using bed = await openHierarchy();
    const top = bed.spawn();
    const below = bed.spawn(bed.spawn(top));
    const other = bed.spawn();
    bed.message(top, top);
    bed.message(top, below);
    bed.message(top, other);
    bed.message(top, other);
    expect(bed.links()).toEqual([`${other} ${top}`]);
  });

  it.each([null, undefined, 999_999, -1])("is ignored if it says it is %s", async (acting) => {
    await using bed = await openHierarchy();
    bed.hierarchy.recordSeniority(acting, bed.spawn(), program);
    expect([bed.links(), bed.notes]).toEqual([[], []]);
  });

  it("is ignored on the board, where a person writes", async () => {
    await using bed = await openHierarchy();
    const [a, b] = [bed.spawn(), bed.spawn()];
    bed.hierarchy.recordSeniority(a, b, { kind: "board" });
    expect(bed.links()).toEqual([]);
  });

  it("does not become a senior of its parent or of a session above that", async () => {
    await using bed = await openHierarchy();
    const top = bed.spawn();
    const middle = bed.spawn(top);
    const child = bed.spawn(middle);
    bed.message(child, middle);
    bed.message(child, top);
    expect(bed.links()).toEqual([]);
    expect(bed.notes.filter((note) => note.includes("debug"))).toHaveLength(4);
  });

  it("reverses an opposite link", async () => {
    await using bed = await openHierarchy();
    const [a, b] = [bed.spawn(), bed.spawn()];
    bed.message(a, b);
    bed.message(b, a);
    expect(bed.links()).toEqual([`${a} ${b}`]);
    expect(bed.notes.at(-1)).toContain("previously the reverse");
  });

  it("does not reverse it if the other session is above it through other links", async () => {
    await using bed = await openHierarchy();
    const [a, b, c] = [bed.spawn(), bed.spawn(), bed.spawn()];
    bed.message(c, b);
    bed.message(a, b);
    bed.message(a, c);
    bed.message(b, a);
    expect(bed.links()).toEqual([`${b} ${a}`, `${b} ${c}`, `${c} ${a}`]);
  });

  it("creates no cycle over several links", async () => {
    await using bed = await openHierarchy();
    const [a, b, c] = [bed.spawn(), bed.spawn(), bed.spawn()];
    bed.message(a, b);
    bed.message(b, c);
    bed.message(c, a);
    expect(bed.links()).toEqual([`${b} ${a}`, `${c} ${b}`]);
  });

  it("does not fail a delivery if it cannot be recorded", async () => {
    await using bed = await openHierarchy();
    const [a, b] = [bed.spawn(), bed.spawn()];
    bed.database.sql.exec("DROP TABLE uncle_links");
    expect(() => bed.message(a, b)).not.toThrow();
  });
});

describe("detach", () => {
  it("removes a link once, and refuses a missing one", async () => {
    await using bed = await openHierarchy();
    const [a, b] = [bed.spawn(), bed.spawn()];
    bed.message(a, b);
    bed.hierarchy.detach(String(b), a);
    expect(bed.links()).toEqual([]);
    expect(bed.notes.slice(-2)).toEqual([
      `${b} info: Session ${a} is no longer an additional senior of this session`,
      `${a} info: No longer an additional senior of session ${b}`,
    ]);
    for (const [session, uncle] of [
      [b, a],
      [a, b],
      [999, a],
    ] as const)
      expect(() => bed.hierarchy.detach(String(session), uncle)).toThrow(
        expect.objectContaining({ status: 404 }),
      );
  });
});
