import { expect, it } from "vitest";
import { licenseCounts, packagesLike } from "./view-model.ts";

const one = (name: string, licence: string) => ({ name, version: "1.0.0", licence, text: null });
const licences = {
  packages: [one("zod", "MIT"), one("lightningcss", "MPL-2.0"), one("react", "MIT")],
  texts: [],
};

it("finds packages by name or license", () => {
  expect(packagesLike(licences, " ").length).toBe(3);
  expect(packagesLike(licences, "mpl").map(({ name }) => name)).toEqual(["lightningcss"]);
  expect(packagesLike(licences, "REACT").map(({ name }) => name)).toEqual(["react"]);
});

it("counts the licenses, the most common first", () => {
  expect(licenseCounts(licences)).toBe("MIT 2, MPL-2.0 1");
});
