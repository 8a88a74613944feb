import { RefreshCw } from "lucide-react";
import type { CatalogFinding, CatalogReport } from "../../../../server/domains/surfaces/configs/model.ts";
import { catalogDocsPath } from "../../../lib/docs-paths.ts";
import { Button } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { toastError, toastSuccess } from "../../../ui/toasts.ts";
import { useCatalogReport, useCreateCatalog, useReloadCatalog } from "./api.ts";
import { text } from "./text.ts";
import { byFile, catalogStatus, contentSummary, type FileFindings } from "./view-model.ts";

function FindingRow({ severity, line, text: message }: CatalogFinding) {
  const isProblem = severity === "problem";
  return (
    <li className="flex items-baseline gap-2.5 py-1 text-sm">
      <span
        className={`shrink-0 rounded-sm px-1.5 text-2xs font-medium ${isProblem ? "bg-failed-soft text-failed" : "bg-needs-soft text-needs"}`}
      >
        {isProblem ? text.finding.problem : text.finding.warning}
      </span>
      <span className="w-14 shrink-0 text-xs text-faint tabular-nums">
        {line === null ? "" : text.finding.line(line)}
      </span>
      <span className="min-w-0 flex-1 wrap-anywhere">{message}</span>
    </li>
  );
}

function FileBlock({ file, findings }: FileFindings) {
  return (
    <section aria-label={file ?? text.finding.catalog} className="border-b border-line py-2 last:border-0">
      <h3 className="flex items-center gap-1">
        <code className="min-w-0 flex-1 font-mono text-xs wrap-anywhere text-soft">
          {file ?? text.finding.catalog}
        </code>
        {file !== null && <CopyButton label={text.finding.copyPath(file)} text={() => file} />}
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
      onSuccess: (report) => toastSuccess(text.page.reloaded, { description: catalogStatus(report).title }),
      onError: (error) => toastError(text.page.reloadFailed, error),
    });
  return (
    <Button size="small" busy={isPending} onClick={read}>
      {!isPending && <RefreshCw aria-hidden className="size-3.5" />}
      {text.page.reload}
    </Button>
  );
}

function CreateCatalog() {
  const { mutate, isPending } = useCreateCatalog();
  const create = (): void =>
    mutate(undefined, {
      onSuccess: (report) => toastSuccess(text.page.created, { description: contentSummary(report) }),
      onError: (error) => toastError(text.page.createFailed, error),
    });
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-sm text-soft">{text.page.createHint}</p>
      <Button variant="primary" busy={isPending} onClick={create}>
        {text.page.create}
      </Button>
    </div>
  );
}

function Report({ report }: { report: CatalogReport }) {
  const { title, description } = catalogStatus(report);
  const about = (
    <>
      {description}{" "}
      <a href={catalogDocsPath} className="font-medium text-accent hover:underline">
        {text.page.documentation}
      </a>
    </>
  );
  return (
    <>
      <SettingsSection title={title} description={about} action={report.path !== null && <ReadAgain />}>
        {report.path === null ? (
          <CreateCatalog />
        ) : (
          <div className="flex flex-col gap-1 text-sm">
            <p className="flex items-center gap-1">
              <code className="min-w-0 flex-1 font-mono text-xs break-all select-all">{report.path}</code>
              <CopyButton label={text.page.copyPath} text={() => report.path ?? ""} />
            </p>
            <p className="text-soft">{contentSummary(report)}</p>
            {report.loaded_at !== null && (
              <p className="text-xs text-faint">
                {text.page.readAt} <RelativeTime instant={report.loaded_at} spoken />
              </p>
            )}
          </div>
        )}
      </SettingsSection>
      {report.findings.length > 0 && (
        <SettingsSection title={text.page.findings} description={text.page.findingsHint}>
          <div className="-my-2">
            {byFile(report.findings).map((fileFindings) => (
              <FileBlock key={fileFindings.file ?? ""} {...fileFindings} />
            ))}
          </div>
        </SettingsSection>
      )}
    </>
  );
}

export function CatalogPage() {
  return (
    <QueryContent query={useCatalogReport()} what={text.page.loading}>
      {(report) => <Report report={report} />}
    </QueryContent>
  );
}
