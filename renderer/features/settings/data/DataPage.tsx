import { BackupsBlock } from "./BackupsBlock.tsx";
import { FolderBlock } from "./FolderBlock.tsx";
import { RetentionBlock } from "./RetentionBlock.tsx";

/** What is kept, where, for how long, and the copies of it. */
export function DataPage() {
  return (
    <>
      <BackupsBlock />
      <FolderBlock />
      <RetentionBlock />
    </>
  );
}
