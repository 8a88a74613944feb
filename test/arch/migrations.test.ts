import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { z } from "zod";
import { filesBelow, textOf } from "./tree.ts";

it("pins every migration by its hash, so that a released one is never edited", () => {
  const pinned = z.record(z.string(), z.string()).parse(JSON.parse(textOf("migrations/identities.json")));
  const files = filesBelow("migrations").filter((file) => file.endsWith(".sql"));
  const actual = Object.fromEntries(
    files.map((file) => [
      file.slice("migrations/".length),
      createHash("sha256").update(textOf(file)).digest("hex"),
    ]),
  );
  expect(pinned).toEqual(actual);
});
