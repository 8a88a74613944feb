import type { Pin, View } from "./rules.ts";
import { text } from "./text.ts";

const viewTag = "signalbox_view";
const pinTag = "signalbox_pin";

/** R105: the page, then what was pointed at, then the person's unchanged words. */
export function composePrompt(words: string, view: View): string {
  const blocks = [viewBlock(view), view.pin === null ? null : pinBlock(view.pin), words];
  return blocks.filter((block) => block !== null).join("\n\n");
}

function viewBlock({ url, title, text: content }: View): string | null {
  if (url === null && title === null && content === null) return null;
  return block(viewTag, [
    text.view.intro(viewTag),
    url && text.view.url(oneLine(url)),
    title && text.view.title(oneLine(title)),
    content && text.view.content(defang(content)),
  ]);
}

function pinBlock({ x, y, viewport_width: width, viewport_height: height, ...element }: Pin): string {
  const at = x !== undefined && y !== undefined ? `${x}, ${y}` : null;
  const viewport = width !== undefined && height !== undefined ? `${width} x ${height}` : null;
  return block(pinTag, [
    text.pin.intro(pinTag),
    element.selector && text.pin.selector(oneLine(element.selector)),
    element.tag && text.pin.tag(oneLine(element.tag)),
    at && text.pin.position(at, viewport),
    element.text && text.pin.content(defang(element.text)),
    element.excerpt && text.pin.excerpt(defang(element.excerpt)),
  ]);
}

const block = (tag: string, lines: readonly (string | null | undefined)[]): string =>
  [`<${tag}>`, ...lines.filter((line) => line), `</${tag}>`].join("\n");

/** Escapes what reads like one of our tags, so that a page cannot open or close a block. */
const defang = (content: string): string =>
  content.replaceAll(/<(?=[\s/\\]*signalbox[\s_-]*(?:view|pin))/gi, "&lt;");

const oneLine = (content: string): string => defang(content.replaceAll(/\s+/g, " ").trim());
