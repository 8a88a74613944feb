import { expect, it } from "vitest";
import { originWords } from "./turn-origin.ts";

const asked = (client?: string, modality?: string) => {
  const headers: Record<string, string | undefined> = {
    "x-service-client": client,
    "x-service-input-modality": modality,
  };
  return originWords({ get: ((name: string) => headers[name]) as Parameters<typeof originWords>[0]["get"] });
};

it.each([
  ["signalbox-mobile/1.4.2", "voice_dictation", "the mobile app 1.4.2 by dictation"],
  ["signalbox-car/2.0", undefined, "the voice loop in a car 2.0"],
  [undefined, "text", "a keyboard"],
  ["something-else/1.0", "voice_dictation", "dictation"],
  ["signalbox-mobile", "hologram", null],
  ["signalbox-mobile/1.0 [a](b)", undefined, null],
  ["constructor/1", "__proto__", null],
  [undefined, undefined, null],
])("describes %j and %j as %j", (client, modality, expected) => {
  expect(asked(client, modality)).toBe(expected);
});
