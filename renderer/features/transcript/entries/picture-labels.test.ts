import { expect, it } from "vitest";
import { pictureName, pictureSize, steppedPicture } from "./picture-labels.ts";
import { placeInAddress } from "./picture-place.ts";

it.each([
  [{ where: "in the prompt", file: null, number: 0, count: 1 }, "Picture in the prompt"],
  [{ where: "in the prompt", file: null, number: 1, count: 3 }, "Picture 2 of 3 in the prompt"],
  [{ where: "in the result", file: "/a/b/logo.png", number: 0, count: 1 }, "Picture: logo.png"],
  [{ where: "in the result", file: "C:\\a\\logo.png", number: 0, count: 2 }, "Picture 1 of 2: logo.png"],
])("names %j %j", (of, name) => {
  expect(pictureName(of)).toBe(name);
});

it("shows the size of a picture if it is known", () => {
  expect(pictureSize({ width: 1_200, height: 800 })).toBe("1,200 × 800 pixels");
  expect(pictureSize({ width: 0, height: 0 })).toBe("");
});

it("wraps at both ends", () => {
  expect([steppedPicture(0, 1, 3), steppedPicture(2, 1, 3), steppedPicture(0, -1, 3)]).toEqual([1, 0, 2]);
});

it("addresses a picture by its entry", () => {
  expect(placeInAddress("12.3", 1)).toEqual({ line: "12", position: "3", number: "1" });
});
