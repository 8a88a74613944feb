import type { StoredRecords } from "../../../../server/domains/installation/data-folder/model.ts";
import { formatSize } from "../../../lib/file-size.ts";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { useStoredRecords } from "./api.ts";
import { recordText } from "./text.ts";
import { keptFor } from "./view-model.ts";

const words = recordText.records;

function Row({ record }: { record: StoredRecords["records"][number] }) {
  return (
    <li className="flex items-baseline gap-3 border-b border-line py-2 last:border-0">
      <span className="min-w-0 flex-1">
        <span className="block text-sm">{recordText.kinds[record.kind]}</span>
        <span className="block text-xs text-faint">
          {words.rows(record.rows)}
          {record.oldest_at !== null && (
            <>
              , {words.oldest} <RelativeTime instant={record.oldest_at} spoken />
            </>
          )}
          {". "}
          {keptFor(record.bounds)}
        </span>
      </span>
      <span className="text-end text-sm tabular-nums">{formatSize(record.bytes)}</span>
    </li>
  );
}

/** What the database keeps, by kind. */
export function RecordsSection() {
  return (
    <SettingsSection title={words.title} description={words.description}>
      <QueryContent query={useStoredRecords()} what={recordText.loadingRecords}>
        {({ records }) => (
          <ul aria-label={words.list}>
            {records
              .toSorted((one, other) => other.bytes - one.bytes)
              .map((record) => (
                <Row key={record.kind} record={record} />
              ))}
          </ul>
        )}
      </QueryContent>
    </SettingsSection>
  );
}
