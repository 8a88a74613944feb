import type { ThemeRegistrationRaw } from "shiki/core";
import { type CodeKind, codeKinds } from "./spans.ts";

/** The TextMate scopes of each kind; the most specific match wins. */
const scopes: Readonly<Record<Exclude<CodeKind, "plain">, readonly string[]>> = {
  comment: ["comment", "punctuation.definition.comment", "string.quoted.docstring", "markup.quote"],
  keyword: [
    "keyword",
    "storage",
    "variable.language",
    "punctuation.definition.template-expression",
    "punctuation.section.embedded",
    "markup.heading",
    "entity.name.section",
    "punctuation.definition.list",
  ],
  string: [
    "string",
    "constant.other.symbol",
    "markup.inline.raw",
    "markup.fenced_code",
    "markup.underline.link",
  ],
  constant: ["constant", "support.constant", "variable.other.constant", "support.type.property-value"],
  function: ["entity.name.function", "support.function", "entity.name.command", "variable.function"],
  type: [
    "entity.name.type",
    "entity.name.class",
    "entity.name.namespace",
    "entity.name.tag",
    "entity.other.inherited-class",
    "support.class",
    "support.type",
  ],
  property: [
    "entity.other.attribute-name",
    "entity.name.tag.yaml",
    "support.type.property-name",
    "meta.property-name",
    "variable.other.property",
    "variable.parameter",
    "meta.object-literal.key",
    "keyword.other.definition",
  ],
  inserted: ["markup.inserted", "meta.diff.header.to-file"],
  deleted: ["markup.deleted", "meta.diff.header.from-file"],
};

/** Embedded code starts plain, and operators are plain too. */
const plain = [
  "meta.template.expression",
  "meta.embedded",
  "source",
  "text",
  "keyword.operator",
  "punctuation.separator",
];

/** A fake color that encodes the index of a kind. */
const markerColor = (kind: number): string => `#${kind.toString(16).padStart(6, "0")}`;

export const kindOfMarker = (mark: string | undefined): number =>
  mark === undefined ? 0 : Number.parseInt(mark.slice(1, 7), 16) || 0;

export const kindTheme: ThemeRegistrationRaw & { name: string } = {
  name: "kinds",
  type: "light",
  colors: { "editor.foreground": markerColor(0), "editor.background": "#ffffff" },
  settings: [
    { settings: { foreground: markerColor(0), background: "#ffffff" } },
    { scope: plain, settings: { foreground: markerColor(0) } },
    ...Object.entries(scopes).map(([kind, scope]) => ({
      scope: [...scope],
      settings: { foreground: markerColor(codeKinds.indexOf(kind as CodeKind)) },
    })),
    {
      scope: ["keyword.operator.new", "keyword.operator.expression", "keyword.operator.logical.python"],
      settings: { foreground: markerColor(codeKinds.indexOf("keyword")) },
    },
  ],
};
