import { describe, expect, it } from "vitest";
import { withoutSchemas } from "./page-operations.mjs";

const load = (code: string): Promise<unknown> =>
  import(`data:text/javascript,${encodeURIComponent(withoutSchemas(code))}`);

const model = `
export const limit = 5;
const z = { object() { throw new Error("A schema was created"); } };
const operation = (declaration) => declaration;
const change = { method: "patch", callers: ["api"], params: z.object({}), errors: [404] };
export const thingOperations = {
  changeThing: operation({
    ...change,
    id: "changeThing",
    path: "/things/{id}",
    summary: "Changes a thing, its name and all",
    body: z.object({ name: limit }),
    response: z.object({}),
  }),
  listThings: operation({ id: "listThings", method: "get", path: "/things", response: z.object({}) }),
};
`;

describe("the declarations in the page", () => {
  it("are addresses, and create no schema", async () => {
    expect(await load(model)).toMatchObject({
      limit: 5,
      thingOperations: {
        changeThing: { id: "changeThing", method: "patch", path: "/things/{id}" },
        listThings: { id: "listThings", method: "get", path: "/things" },
      },
    });
    const listed = /listThings: operation\(\{(.*)\}\)/.exec(withoutSchemas(model))?.[1];
    expect(listed?.trim()).toBe('id: "listThings", method: "get", path: "/things",');
  });

  it("keep what the page refers to, marked so that it is dropped if nothing does", () => {
    const kept = withoutSchemas(`const thing = z.object({ id: z.string().max(3) });\nconst names = ["a"];`);
    expect(kept).toBe(
      `const thing = /* @__PURE__ */ (() => (z.object({ id: z.string().max(3) })))();\nconst names = ["a"];`,
    );
  });

  it("keep what is created in functions", () => {
    const code = "export const shape = (limit) => z.string().max(limit);";
    expect(withoutSchemas(code)).toBe(code);
  });
});
