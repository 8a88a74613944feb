import { describe, expect, it } from "vitest";
import { z } from "zod";
import { sentenceOn, whatIsWrong } from "./sentences.ts";

const schema = z.object({
  title: z.string().min(2).max(3),
  level: z.enum(["low", "high"]),
  seconds: z.number().int().min(30).max(86_400),
  share: z.number().gt(0).lt(1),
  names: z.array(z.string()).min(1).max(2),
  on: z.boolean(),
  kind: z.literal("note"),
  prompt: z.string().min(1, "The prompt is blank"),
  after: z.union([z.number().int(), z.string()]),
  where: z.union([z.object({ root: z.string() }), z.object({ git: z.string() })]),
});
const sound = {
  title: "abc",
  level: "low",
  seconds: 30,
  share: 0.5,
  names: ["a"],
  on: true,
  kind: "note",
  prompt: "x",
  after: 1,
  where: { root: "a" },
};

const saidOf = (value: unknown): string[] =>
  schema.safeParse(value, { error: whatIsWrong }).error?.issues.map(sentenceOn) ?? [];

describe("a sentence about the input", () => {
  it.each<[unknown, string]>([
    [{ title: undefined }, "title is required"],
    [{ title: 7 }, "title must be a text"],
    [{ title: "a" }, "title must have at least 2 characters"],
    [{ title: "abcd" }, "title must have at most 3 characters"],
    [{ level: "none" }, "level must be one of low, high"],
    [{ level: undefined }, "level is required"],
    [{ kind: "letter" }, "kind must be note"],
    [{ seconds: 29 }, "seconds must be 30 or more"],
    [{ seconds: 86_401 }, "seconds must be 86,400 or less"],
    [{ seconds: 30.5 }, "seconds must be a whole number"],
    [{ seconds: "60" }, "seconds must be a number"],
    [{ share: 0 }, "share must be more than 0"],
    [{ share: 1 }, "share must be less than 1"],
    [{ names: [] }, "names must have at least 1 entry"],
    [{ names: ["a", 4] }, "names.1 must be a text"],
    [{ names: "a" }, "names must be a list"],
    [{ on: "yes" }, "on must be true or false"],
    [{ after: true }, "after must be a number or a text"],
    [{ after: undefined }, "after is required"],
    [{ where: {} }, "where: Invalid input"],
    [{ prompt: "" }, "prompt: The prompt is blank"],
  ])("with the invalid field %j says: %s", (change, sentence) => {
    expect(saidOf({ ...sound, ...(change as object) })).toEqual([sentence]);
  });

  it("is about the whole input if no part is invalid", () => {
    expect(saidOf([])).toEqual(["The input must be an object"]);
    expect(saidOf(sound)).toEqual([]);
  });
});
