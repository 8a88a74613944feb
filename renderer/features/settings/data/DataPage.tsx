import { BackupsSection } from "./BackupsBlock.tsx";
import { DataFolderSection } from "./FolderBlock.tsx";
import { RetentionSection } from "./RetentionBlock.tsx";

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
