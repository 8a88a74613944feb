import { text } from "./text.ts";

const isUrl = (value: string): boolean => /^https?:\/\/\S+$/i.test(value);

/** Short enough to stand beside the name of its field. */
export const isShort = (value: unknown): boolean =>
  typeof value === "string"
    ? value.length <= 80 && !value.includes("\n")
    : typeof value !== "object" || value === null;

/** `ready_for_review`: "Ready for review". */
export function fieldName(key: string): string {
  const words = key.replaceAll(/[_-]+/g, " ").trim();
  return words === "" ? key : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Any value of an entry, drawn by its shape: the fields of entries are up to those who write them. */
export function EntryValue({ value }: { value: unknown }) {
  if (value === null || value === undefined) return <span className="text-faint">{text.value.none}</span>;
  if (typeof value === "boolean") return value ? text.value.yes : text.value.no;
  if (typeof value === "number") return <span className="tabular-nums">{value.toLocaleString("en")}</span>;
  if (typeof value === "string") return <EntryText value={value} />;
  if (Array.isArray(value)) return <EntryList items={value} />;
  return <EntryFields fields={value} />;
}

function EntryText({ value }: { value: string }) {
  if (value.trim() === "") return <span className="text-faint">{text.value.empty}</span>;
  if (isUrl(value))
    return (
      <a
        href={value}
        target="_blank"
        rel="noreferrer noopener"
        className="wrap-anywhere text-accent hover:underline"
      >
        {value}
      </a>
    );
  return isShort(value) ? value : <p className="wrap-anywhere whitespace-pre-line">{value}</p>;
}

function EntryList({ items }: { items: readonly unknown[] }) {
  if (items.length === 0) return <span className="text-faint">{text.value.empty}</span>;
  return (
    <ul className="flex flex-col gap-1.5 ps-4">
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of an entry never move.
        <li key={at} className="list-disc">
          <EntryValue value={item} />
        </li>
      ))}
    </ul>
  );
}

function EntryFields({ fields }: { fields: object }) {
  const entries = Object.entries(fields);
  if (entries.length === 0) return <span className="text-faint">{text.value.empty}</span>;
  return (
    <dl className="m-0 flex flex-col gap-1">
      {entries.map(([key, value]) => (
        <div key={key} className={isShort(value) ? "flex flex-wrap items-baseline gap-x-2" : ""}>
          <dt className="text-xs text-faint">{fieldName(key)}</dt>
          <dd className={`m-0 min-w-0 wrap-anywhere ${isShort(value) ? "" : "border-s border-line ps-3"}`}>
            <EntryValue value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
