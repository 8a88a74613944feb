import { expect, it } from "vitest";
import { decideCheckout } from "./line-end-rules.ts";

const none = { autocrlf: null, eol: null };

it.each([
  ["lf", "text=auto", none, "lf"],
  ["lf", "", none, "lf"],
  ["lf", "text eol=crlf", none, "crlf"],
  ["lf", "text=auto eol=lf", { autocrlf: "true", eol: "crlf" }, "lf"],
  ["lf", "-text", { autocrlf: "true", eol: "crlf" }, "lf"],
  ["lf", "", { autocrlf: "true", eol: null }, "crlf"],
  ["lf", "", { autocrlf: null, eol: "crlf" }, "lf"],
  ["lf", "text", { autocrlf: null, eol: "crlf" }, "crlf"],
  ["lf", "text", { autocrlf: "input", eol: "crlf" }, "lf"],
  ["crlf", "text=auto", none, "crlf"],
  ["mixed", "text=auto eol=crlf", none, "mixed"],
  ["none", "text eol=crlf", none, "none"],
])("expects of %s with %j and %j the line ends %s", (stored, attributes, settings, expected) => {
  expect(decideCheckout(stored, { ...settings, attributes })).toBe(expected);
});
