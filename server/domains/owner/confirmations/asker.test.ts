import { describe, expect, it } from "vitest";
import type { Actor } from "../../../http/caller.ts";
import { askerOf } from "./asker.ts";

const person = { email: "ada@example.org", name: "Ada" };
const connection = { grantId: 4, clientName: "Phone", person, actsAsHuman: true };

describe("who has to confirm outside the page", () => {
  it.each<[string, Actor, string | null]>([
    ["a browser of the owner", { kind: "board", browserId: 3 }, "browser 3"],
    ["a paired device", { kind: "native", ...connection }, "connection 4"],
    ["nobody at a board that is open", { kind: "board" }, null],
    ["nobody who signed in with an authenticator", { kind: "board", person }, null],
    ["no API key", { kind: "api_key", id: 1, name: "k", source: "env", grant: "api" }, null],
    ["no other program", { kind: "mcp_client", ...connection }, null],
    ["no agent", { kind: "session", id: 1 }, null],
  ])("is %s", (_who, actor, asker) => {
    expect(askerOf(actor)).toBe(asker);
  });
});
