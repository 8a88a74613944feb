import { codeToTokensBase, createShikiPrimitiveAsync, type ShikiPrimitive } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import { grammars } from "./grammars.ts";
import type { Language } from "./languages.ts";
import { type Spans, spanWriter } from "./spans.ts";
import { kindOfMarker, kindTheme } from "./theme.ts";

/** A longer line stays plain, as does what of a line takes longer; a language's first line takes the longest. */
const lineLimits = { tokenizeMaxLineLength: 2_000, tokenizeTimeLimit: 10_000 };

let made: Promise<ShikiPrimitive> | null = null;

/** Without WebAssembly, which the page's policy forbids. */
function getShiki(): Promise<ShikiPrimitive> {
  made ??= createShikiPrimitiveAsync({
    themes: [kindTheme],
    langs: [],
    // What a grammar asks for and JavaScript's expressions cannot say is left out.
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  return made;
}

/** What each part of a text is. The parts of the text that are named apart begin anew, each as a file of its own. */
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
