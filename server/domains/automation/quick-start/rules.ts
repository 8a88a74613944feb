/** What a person viewed and pointed at, shortened to our limits. */
export interface View {
  url: string | null;
  title: string | null;
  text: string | null;
  pin: Pin | null;
}

const pinNumbers = ["x", "y", "viewport_width", "viewport_height"] as const;
const pinTexts = { selector: 500, tag: 32, text: 1_000, excerpt: 4_000 } as const;

export type Pin = Partial<Record<(typeof pinNumbers)[number], number>> &
  Partial<Record<keyof typeof pinTexts, string>>;

/** Cutting may split a character, which then becomes a replacement character. */
const cut = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).toWellFormed();

const present = (text: string | null | undefined, max: number): string | null =>
  text?.trim() ? cut(text, max) : null;

/** R104: what is too long is cut, and what is unknown is dropped. */
export const readView = (given: {
  page_url?: string | null | undefined;
  page_title?: string | null | undefined;
  page_context?: string | null | undefined;
  pin?: unknown;
}): View => ({
  url: present(given.page_url, 2_048),
  title: present(given.page_title, 300),
  text: present(given.page_context, 50_000),
  pin: readPin(given.pin),
});

/** Null if nothing in it is usable. */
function readPin(given: unknown): Pin | null {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return null;
  const sent = given as Record<string, unknown>;
  const numbers = pinNumbers.flatMap((name) =>
    Number.isSafeInteger(sent[name]) ? [[name, sent[name]] as const] : [],
  );
  const texts = Object.entries(pinTexts).flatMap(([name, max]) => {
    const text = sent[name];
    return typeof text === "string" && text.trim() !== "" ? [[name, cut(text, max)] as const] : [];
  });
  const kept = [...numbers, ...texts];
  return kept.length === 0 ? null : (Object.fromEntries(kept) as Pin);
}
