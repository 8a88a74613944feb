import { useId, useState } from "react";
import type { Licenses } from "./api.ts";
import { text } from "./text.ts";
import { licenseCounts, packagesLike } from "./view-model.ts";

/** Every shipped package; clicking one shows its license. */
export function LicenseList({ licenses }: { licenses: Licenses }) {
  const [query, setWanted] = useState("");
  const [open, setOpen] = useState<string | null>(null);
  const count = useId();
  const matches = packagesLike(licenses, query);
  return (
    <div className="flex flex-col gap-2">
      <p className="text-xs text-soft">{licenseCounts(licenses)}</p>
      <input
        type="search"
        aria-label={text.licenses.find}
        aria-describedby={count}
        placeholder={text.licenses.findHint}
        value={query}
        onChange={(event) => setWanted(event.target.value)}
        className="field"
      />
      <p id={count} role="status" className="text-xs text-faint">
        {text.licenses.count(matches.length, licenses.packages.length)}
      </p>
      <ul aria-label={text.licenses.packages} className="divide-y divide-line">
        {matches.map(({ name, version, licence, text: textIndex }) => (
          <li key={`${name}@${version}`}>
            <details
              open={open === `${name}@${version}`}
              onToggle={(event) => event.currentTarget.open && setOpen(`${name}@${version}`)}
            >
              <summary className="flex items-center gap-3 py-1.5 text-sm hover:bg-hover">
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {name} <span className="text-faint">{version}</span>
                </span>
                <span className="text-xs text-soft">{licence}</span>
              </summary>
              {open === `${name}@${version}` && (
                <pre className="mb-2 rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
                  {textIndex === null ? text.licenses.noText : (licenses.texts[textIndex] ?? "")}
                </pre>
              )}
            </details>
          </li>
        ))}
      </ul>
    </div>
  );
}
