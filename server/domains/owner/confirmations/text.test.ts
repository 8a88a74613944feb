import { expect, it } from "vitest";
import { type Names, text, words } from "./text.ts";

const names = { connection: (id: number) => `App ${id}” that only relays` } as unknown as Names;

it("lets no name add words to what a person confirms", () => {
  expect(words.mint_api_key({ name: "laptop”, for quick starts only", grant: "api" }, names)).toBe(
    "Create the API key “laptop', for quick starts only”",
  );
  expect(words.raise_connection({ id: 7 }, names)).toBe(
    "Let the connection “App 7' that only relays” act as you",
  );
  expect(text.approve('Notes" and “nothing')).toBe("Connect “Notes' and 'nothing” and let it act as you");
});
