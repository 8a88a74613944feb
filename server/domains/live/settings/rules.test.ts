import fc from "fast-check";
import { expect, it } from "vitest";
import { liveFields } from "./fields.ts";
import { guidanceMaxLength } from "./model.ts";
import { patchSettings, valuesInForce } from "./rules.ts";
import { text } from "./text.ts";

const none = { overrides: {}, guidance: "" };

it("gives every setting its default at first", () => {
  expect(valuesInForce(liveFields, none)).toEqual(
    Object.fromEntries(liveFields.map((one) => [one.key, one.default])),
  );
});

it.each([
  [{ voice: "cedar" }, { voice: "cedar" }],
  [{ voice_speed: 1.2 }, { voice_speed: 1.2 }],
  [{ voice_speed: "1.2" }, { voice_speed: 1.2 }],
  [{ voice_speed: 9 }, { voice_speed: 1.5 }],
  [{ silence_ms: -1 }, { silence_ms: 200 }],
  [{ silence_ms: 300.4 }, { silence_ms: 300 }],
  [{ voice: "marin" }, {}],
  [{ voice: "" }, {}],
  [{ voice: "default" }, {}],
  [{ voice: null }, {}],
])("stores %j as %j", (patch, overrides) => {
  const before = { overrides: {}, guidance: "Be brief." };
  const { after, problems } = patchSettings(liveFields, before, patch);
  expect(problems).toEqual([]);
  expect(after).toEqual({ overrides, guidance: "Be brief." });
});

it("restores a default and says what changed", () => {
  const { after, changes, clamped } = patchSettings(
    liveFields,
    { overrides: { voice: "cedar" }, guidance: "" },
    { voice: "" },
  );
  expect(after.overrides).toEqual({});
  expect(changes).toEqual({ voice: { before: "cedar", after: "marin" } });
  expect(text.summary({ changes, clamped })).toBe("voice changed from cedar to marin.");
});

it("says which numbers it brought within their range", () => {
  const patched = patchSettings(liveFields, none, { voice_speed: 9 });
  expect(text.summary(patched)).toBe(
    "voice_speed changed from 1 to 1.5. voice_speed goes from 0.25 to 1.5; 9 was brought within it.",
  );
});

it("reports every problem at once", () => {
  const { problems } = patchSettings(liveFields, none, {
    voice: "bob",
    pitch: 3,
    silence_ms: "long",
    constructor: 1,
  });
  expect(problems.map(text.problem)).toEqual([
    "voice must be one of marin, cedar, alloy, ash, ballad, coral, echo, sage, shimmer, verse",
    "pitch is not a setting of live conversations",
    "silence_ms must be a number",
    "constructor is not a setting of live conversations",
  ]);
});

it.each([
  [{ guidance: "Speak slowly." }, "Speak slowly."],
  [{ append_guidance: "No ids." }, "Be brief.\nNo ids."],
  [{ guidance: "Speak slowly.", append_guidance: "No ids." }, "Speak slowly.\nNo ids."],
  [{ append_guidance: "  " }, "Be brief."],
  [{ guidance: null }, ""],
])("turns the guidance by %j into %j", (patch, guidance) => {
  expect(patchSettings(liveFields, { overrides: {}, guidance: "Be brief." }, patch).after.guidance).toBe(
    guidance,
  );
});

it("refuses guidance that is too long", () => {
  const { problems } = patchSettings(liveFields, none, { guidance: "a".repeat(guidanceMaxLength + 1) });
  expect(problems.map(text.problem)).toEqual(["The guidance has at most 4,000 characters"]);
});

it("does not count a stored value that its setting no longer allows", () => {
  const values = valuesInForce(liveFields, { overrides: { voice: "gone", voice_speed: 7 }, guidance: "" });
  expect(values).toMatchObject({ voice: "marin", voice_speed: 1.5 });
});

it("keeps every value within its options and range, whatever is sent", () => {
  const key = fc.constantFrom(...liveFields.map((one) => one.key));
  fc.assert(
    fc.property(fc.dictionary(key, fc.anything()), (patch) => {
      const { after, problems } = patchSettings(liveFields, none, patch);
      if (problems.length > 0) return;
      const values = valuesInForce(liveFields, after);
      for (const { key: name, type, options, min, max } of liveFields) {
        const value = values[name];
        if (type === "enum") expect(options.map((one) => one.value)).toContain(value);
        else expect(Number(value) >= Number(min) && Number(value) <= Number(max)).toBe(true);
      }
    }),
  );
});
