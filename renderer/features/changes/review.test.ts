import { describe, expect, it } from "vitest";
import type { DiffLine } from "./diff-lines.ts";
import {
  begin,
  cancel,
  composeMessage,
  edit,
  keep,
  lineLabel,
  linesOf,
  putBack,
  type Review,
  readReview,
  remove,
  reviewText,
  stretch,
  write,
} from "./review.ts";

const line = (number: number, text: string, side: DiffLine["side"] = "new"): DiffLine => ({
  key: `${side}${number}`,
  side,
  line: number,
  hunk: 0,
  text,
});
const lines = [line(1, " one"), line(2, "-two", "old"), line(2, "+TWO"), line(3, " three")];
const [one, old, two, three] = lines;
const spot = (...at: (DiffLine | undefined)[]) => ({
  path: "a.txt",
  lines: at.filter((found) => found !== undefined),
});
const empty: Review = { comments: [], writing: null };

const written = (text: string): Review => keep(write(begin(empty, spot(two), "1"), text));

describe("a comment", () => {
  it("is kept with the lines it is about", () => {
    expect(written(" Why? ").comments).toEqual([
      {
        id: "1",
        path: "a.txt",
        from: { side: "new", line: 2 },
        to: { side: "new", line: 2 },
        quote: ["+TWO"],
        text: "Why?",
      },
    ]);
  });

  it("can be extended to more lines while it is being written", () => {
    const { writing } = stretch(begin(empty, spot(two), "1"), spot(two, three));
    expect(writing).toMatchObject({ to: { line: 3 }, quote: ["+TWO", " three"] });
  });

  it("is dropped when it is blank", () => {
    expect(written("  ")).toEqual(empty);
  });

  it("is kept when another one is started", () => {
    const review = begin(write(begin(empty, spot(two), "1"), "First"), spot(one), "2");
    expect(review.comments.map(({ text }) => text)).toEqual(["First"]);
    expect(review.writing?.id).toBe("2");
  });

  it("keeps its place when edited, is removed when emptied, and stays when the edit is canceled", () => {
    const both = keep(write(begin(written("First"), spot(one), "2"), "Second"));
    const edited = keep(write(edit(both, "1"), "Changed"));
    expect(edited.comments.map(({ text }) => text)).toEqual(["Changed", "Second"]);
    expect(keep(write(edit(both, "1"), "")).comments.map(({ text }) => text)).toEqual(["Second"]);
    expect(cancel(write(edit(both, "1"), "Changed"))).toEqual(both);
  });

  it("can be deleted while it is being edited", () => {
    const review = written("First");
    expect(remove(edit(review, "1"), "1")).toEqual(empty);
  });

  it("is restored only once after it was deleted", () => {
    const review = written("First");
    const [first] = review.comments;
    const deleted = remove(review, "1");
    expect(first && putBack(putBack(deleted, first), first)).toEqual(review);
  });
});

describe("the draft of a review", () => {
  it("is read as it was stored", () => {
    const review = begin(written("First"), spot(one), "2");
    expect(readReview(reviewText(review))).toEqual(review);
    expect(reviewText(empty)).toBe("");
  });

  it.each(["", "{", "{}", '{"comments":[{}],"writing":null}'])("is empty when it is %j", (text) => {
    expect(readReview(text)).toEqual(empty);
  });
});

describe("the position of a comment", () => {
  const [comment] = written("Why?").comments;
  if (!comment) throw new Error("no comment");

  it("is where it was written", () => {
    expect(linesOf(lines, comment)).toEqual([two]);
  });

  it("moves with its lines", () => {
    const moved = [line(8, "+other"), line(9, "+TWO")];
    expect(linesOf(moved, comment)).toEqual([moved[1]]);
  });

  it("stays at its line when whitespace is ignored, on either side", () => {
    const shown = [line(1, "-a( b )", "old"), line(1, "+a(b)"), line(2, "+}")];
    const left = [{ ...line(1, " a(b)"), oldLine: 1 }, line(5, "+a( b )")];
    const on = (spotted: DiffLine | undefined) =>
      keep(write(begin(empty, spot(spotted), "1"), "Why?")).comments[0];
    for (const spotted of [shown[0], shown[1]]) {
      const written = on(spotted);
      expect(written && linesOf(left, written)).toEqual([left[0]]);
    }
    const back = on(left[0]);
    expect(back && linesOf(shown, back)).toEqual([shown[1]]);
    const gone = on(shown[2]);
    expect(gone && linesOf(left, gone)).toEqual([]);
  });

  it("is the nearest of several matches", () => {
    const several = [line(1, "+TWO"), line(2, "+TWO"), line(3, "+TWO")];
    expect(linesOf(several, comment)).toEqual([several[1]]);
  });

  it("is empty once its lines are gone", () => {
    expect(linesOf([line(2, "+three")], comment)).toEqual([]);
  });
});

it("labels lines and ranges on either side", () => {
  const at = (from: DiffLine | undefined, to: DiffLine | undefined) => {
    const { writing } = begin(empty, spot(from, to), "1");
    return writing && lineLabel(writing);
  };
  expect([at(one, one), at(one, three), at(old, old), at(old, two)]).toEqual([
    "1",
    "1-3",
    "2 (before the change)",
    "2",
  ]);
});

describe("the message", () => {
  it("lists the comments file by file with line, quote and text", () => {
    const review = keep(write(begin(written("Why?"), { ...spot(one), path: "README.md" }, "2"), "Nice."));
    expect(composeMessage(review.comments)).toBe(
      ["Comments on your changes:", "a.txt:2\n> +TWO", "Why?", "README.md:1\n>  one", "Nice."].join("\n\n"),
    );
  });

  it("quotes at most 20 lines", () => {
    const many = Array.from({ length: 25 }, (_, n) => line(n + 1, `+${n + 1}`));
    const review = keep(write(begin(empty, spot(...many), "1"), "Long."));
    expect(composeMessage(review.comments)).toContain("> +20\n> (5 more)\n\nLong.");
  });
});
