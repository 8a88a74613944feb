import { expect, it } from "vitest";
import { isEnterprise } from "./enterprise.ts";

it.each([
  ["https://api.github.com", false],
  ["http://127.0.0.1:4000", false],
  ["https://git.example/api/v3", true],
  ["https://git.example/api/v3/", true],
  ["https://api.acme.ghe.com", true],
  ["no address", false],
])("says of %s whether it is an Enterprise server: %s", (apiUrl, expected) => {
  expect(isEnterprise(apiUrl)).toBe(expected);
});
