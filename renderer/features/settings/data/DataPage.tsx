import { BackupsSection } from "./BackupsSection.tsx";
import { DataFolderSection } from "./DataFolderSection.tsx";
import { RetentionSection } from "./RetentionSection.tsx";

/** What is kept, where, for how long, and the copies of it. */
export function DataPage() {
  return (
    <>
      <BackupsSection />
      <DataFolderSection />
      <RetentionSection />
    </>
  );
}
