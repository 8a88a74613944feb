import { describe, expect, it } from "vitest";
import { type Reach, type Widening, wideningOf } from "./rules.ts";

const plain: Reach = { level: null, read: [], write: [], grants: null };
const service = { level: "workspace", grants: ["git", "display"] } as const;
const nothing: Widening = { level: null, folders: [], grants: [] };

describe("a change of what a repository's agents can reach", () => {
  it.each<[string, Partial<Reach>, Partial<Reach>, Partial<Widening> | null]>([
    ["the same", {}, {}, null],
    ["a stricter level", {}, { level: "strict" }, null],
    ["a wish that the service's level overrules", { level: "workspace" }, { level: "off" }, null],
    ["a looser level", { level: "strict" }, { level: "workspace" }, { level: "workspace" }],
    ["no level of its own any more", { level: "strict" }, {}, { level: "workspace" }],
    ["another folder", { read: ["/a"] }, { read: ["/a", "/b"] }, { folders: ["/b"] }],
    ["a folder that becomes writable", { read: ["/a"] }, { write: ["/a"] }, { folders: ["/a"] }],
    ["a folder that becomes readable only", { write: ["/a"] }, { read: ["/a"] }, null],
    ["fewer folders", { read: ["/a"], write: ["/b"] }, {}, null],
    ["fewer grants", {}, { grants: ["git"] }, null],
    ["another grant", { grants: ["git"] }, { grants: ["git", "display"] }, { grants: ["display"] }],
    ["all grants of the service again", { grants: [] }, {}, { grants: ["git", "display"] }],
  ])("to %s", (_title, before, after, widening) => {
    const change = { before: { ...plain, ...before }, after: { ...plain, ...after } };
    expect(wideningOf(change, service)).toEqual(widening === null ? null : { ...nothing, ...widening });
  });
});
