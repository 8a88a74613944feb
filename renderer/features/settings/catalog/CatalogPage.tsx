import { RefreshCw } from "lucide-react";
import type { CatalogFinding, CatalogReport } from "../../../../server/domains/agents/configs/model.ts";
import { Button } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { toastError, toastSuccess } from "../../../ui/toasts.ts";
import { useCatalogReport, useReloadCatalog } from "./api.ts";
import { byFile, contentWords, type FileFindings, verdictOf } from "./view-model.ts";

function FindingRow({ severity, line, text }: CatalogFinding) {
  const isProblem = severity === "problem";
  return (
    <li className="flex items-baseline gap-2.5 py-1 text-sm">
      <span
        className={`shrink-0 rounded-sm px-1.5 text-2xs font-medium ${isProblem ? "bg-failed-soft text-failed" : "bg-needs-soft text-needs"}`}
      >
        {isProblem ? "Problem" : "Warning"}
      </span>
      <span className="w-14 shrink-0 text-xs text-faint tabular-nums">
        {line === null ? "" : `Line ${line}`}
      </span>
      <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
    </li>
  );
}

function FileBlock({ file, findings }: FileFindings) {
  return (
    <section aria-label={file ?? "The catalog"} className="border-b border-line py-2 last:border-0">
      <h3 className="flex items-center gap-1">
        <code className="min-w-0 flex-1 font-mono text-xs wrap-anywhere text-soft">
          {file ?? "The catalog"}
        </code>
        {file !== null && <CopyButton label={`Copy the path ${file}`} text={() => file} />}
      </h3>
      <ul>
        {findings.map((finding) => (
          <FindingRow key={`${finding.line} ${finding.text}`} {...finding} />
        ))}
      </ul>
    </section>
  );
}

function ReadAgain() {
  const { mutate, isPending } = useReloadCatalog();
  const read = (): void =>
    mutate(undefined, {
      onSuccess: (report) => toastSuccess("Catalog reloaded", { description: verdictOf(report).title }),
      onError: (error) => toastError("Could not reload the catalog", error),
    });
  return (
    <Button size="small" busy={isPending} onClick={read}>
      {!isPending && <RefreshCw aria-hidden className="size-3.5" />}
      Reload
    </Button>
  );
}

function Report({ report }: { report: CatalogReport }) {
  const { title, text } = verdictOf(report);
  return (
    <>
      <SettingsSection title={title} description={text} action={report.path !== null && <ReadAgain />}>
        {report.path === null ? (
          <p className="text-sm text-soft">
            See the documentation for the file format, and docs/configuration.md for the variable.
          </p>
        ) : (
          <div className="flex flex-col gap-1 text-sm">
            <p className="flex items-center gap-1">
              <code className="min-w-0 flex-1 font-mono text-xs break-all select-all">{report.path}</code>
              <CopyButton label="Copy the catalog path" text={() => report.path ?? ""} />
            </p>
            <p className="text-soft">{contentWords(report)}</p>
            {report.loaded_at !== null && (
              <p className="text-xs text-faint">
                Read <RelativeTime instant={report.loaded_at} spoken />
              </p>
            )}
          </div>
        )}
      </SettingsSection>
      {report.findings.length > 0 && (
        <SettingsSection title="Problems and warnings" description="Listed by file and line.">
          <div className="-my-2">
            {byFile(report.findings).map((found) => (
              <FileBlock key={found.file ?? ""} {...found} />
            ))}
          </div>
        </SettingsSection>
      )}
    </>
  );
}

/** The catalog: where it is, what it holds, and what is wrong with it. */
export function CatalogPage() {
  return (
    <QueryContent query={useCatalogReport()} what="the catalog">
      {(report) => <Report report={report} />}
    </QueryContent>
  );
}
