import { codeToTokensBase, createShikiPrimitiveAsync, type ShikiPrimitive } from "shiki/core";
import { createJavaScriptRawEngine } from "shiki/engine/javascript";
import { grammars } from "./grammars.ts";
import type { Language } from "./languages.ts";
import { type Spans, spanWriter } from "./spans.ts";
import { kindOfMarker, kindTheme } from "./theme.ts";

/** Longer lines stay plain, and so does the rest of a line that takes longer; a language's first line is the slowest. */
const lineLimits = { tokenizeMaxLineLength: 2_000, tokenizeTimeLimit: 10_000 };

let shikiPromise: Promise<ShikiPrimitive> | null = null;

/**
 * Uses the JavaScript regex engine, because the page's policy forbids WebAssembly. The grammars come with expressions that
 * were translated for it in advance, which halves the time until the first line has its colors.
 */
function getShiki(): Promise<ShikiPrimitive> {
  shikiPromise ??= createShikiPrimitiveAsync({
    themes: [kindTheme],
    langs: [],
    engine: createJavaScriptRawEngine(),
  });
  return shikiPromise;
}

/** The spans of a text. Each part is tokenized independently. */
export async function codeSpans(parts: readonly string[], language: Language): Promise<Spans> {
  const shiki = await getShiki();
  if (!shiki.getLoadedLanguages().includes(language)) await shiki.loadLanguage(grammars[language]);
  const writer = spanWriter();
  parts.forEach((part, position) => {
    if (position > 0) writer.add(1, 0);
    let at = 0;
    const lines = codeToTokensBase(shiki, part, { lang: language, theme: kindTheme.name, ...lineLimits });
    for (const { content, offset, color } of lines.flat()) {
      writer.add(offset - at, 0);
      writer.add(content.length, kindOfMarker(color));
      at = offset + content.length;
    }
    writer.add(part.length - at, 0);
  });
  return writer.spans();
}
