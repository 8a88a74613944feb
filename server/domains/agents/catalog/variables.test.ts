import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { interpolate, interpolateValues, unresolvedIn, valuesIn } from "./variables.ts";

const environment = { TOKEN: "t0k3n", EMPTY: "", HOME: "/users/me", LOWER_case1: "x", NESTED: "${TOKEN}" };

describe("interpolate", () => {
  it.each([
    ["fills in a variable", "Bearer ${TOKEN}", "Bearer t0k3n"],
    ["fills in every one", "${TOKEN}-${LOWER_case1}-${TOKEN}", "t0k3n-x-t0k3n"],
    ["prefers the value to the default", "${TOKEN:-none}", "t0k3n"],
    ["takes the default when unset", "${MISSING:-UTC}", "UTC"],
    ["takes an empty default", "a${MISSING:-}b", "ab"],
    ["takes a default with colons and blanks", "${MISSING:-http://x:1/a b}", "http://x:1/a b"],
    ["counts an empty value as set", "[${EMPTY:-none}]", "[]"],
    ["leaves an unset one as written", "${MISSING}", "${MISSING}"],
    ["leaves other braces alone", "${a.b} $TOKEN $(TOKEN) {TOKEN}", "${a.b} $TOKEN $(TOKEN) {TOKEN}"],
    ["does not read what a value brings", "${NESTED}", "${TOKEN}"],
  ])("%s", (_title, text, expected) => {
    expect(interpolate(text, environment)).toBe(expected);
  });

  it("does not interpret replacement patterns in values", () => {
    expect(interpolate("a${X}b", { X: "$&$1$$" })).toBe("a$&$1$$b");
  });

  it("fills in the values of a record and not its keys", () => {
    expect(interpolateValues({ "${TOKEN}": "${TOKEN}" }, environment)).toEqual({ "${TOKEN}": "t0k3n" });
  });
});

describe("unresolvedIn", () => {
  it("lists missing variables at any depth, each once, in order", () => {
    const template = { args: ["${B}", "${TOKEN}"], env: { x: "${A}${B}" }, n: 3, none: null, no: undefined };
    expect(unresolvedIn(template, environment)).toEqual(["B", "A"]);
  });

  it("treats neither defaults nor empty values as missing", () => {
    expect(unresolvedIn("${MISSING:-} ${EMPTY}", environment)).toEqual([]);
  });

  it("lists invalid content, because nothing can resolve it", () => {
    expect(unresolvedIn("${a.b}", environment)).toEqual(["a.b"]);
  });

  it("does not use inherited properties as values", () => {
    expect(unresolvedIn("${toString}", environment)).toEqual(["toString"]);
  });

  it("agrees with interpolate: if nothing is unresolved, no placeholder is left", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("${TOKEN}", "${MISSING}", "${MISSING:-d}", "$", "{", "}", "a")),
        (parts) => {
          const text = parts.join("");
          if (unresolvedIn(text, environment).length > 0) return;
          expect(interpolate(text, environment)).not.toMatch(/\$\{[^}]*\}/);
        },
      ),
    );
  });
});

describe("valuesIn", () => {
  it("returns each variable with its value, except blank and clearly public ones", () => {
    const template = ["${TOKEN}", "${TOKEN:-x}", "${EMPTY}", "${HOME}/bin", "${MISSING:-x}"];
    expect(valuesIn(template, environment)).toEqual([{ name: "TOKEN", value: "t0k3n" }]);
  });
});
