import { useId, useState } from "react";
import type { Licences } from "./api.ts";
import { licenceCounts, packagesLike } from "./view-model.ts";

/** Every package that is shipped; pressing one shows its licence. */
export function LicenseList({ licences }: { licences: Licences }) {
  const [wanted, setWanted] = useState("");
  const [open, setOpen] = useState<string | null>(null);
  const count = useId();
  const found = packagesLike(licences, wanted);
  return (
    <div className="flex flex-col gap-2">
      <p className="text-xs text-soft">{licenceCounts(licences)}</p>
      <input
        type="search"
        aria-label="Find a package"
        aria-describedby={count}
        placeholder="Find a package or license"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
        className="field"
      />
      <p id={count} role="status" className="text-xs text-faint">
        {found.length} of {licences.packages.length} packages
      </p>
      <ul aria-label="Packages" className="divide-y divide-line">
        {found.map(({ name, version, licence, text }) => (
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
                  {text === null
                    ? "This package does not include a license text."
                    : (licences.texts[text] ?? "")}
                </pre>
              )}
            </details>
          </li>
        ))}
      </ul>
    </div>
  );
}
