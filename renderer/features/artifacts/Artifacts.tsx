import { RefreshCw } from "lucide-react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { ArtifactSection } from "./ArtifactSection.tsx";
import { ScratchFiles } from "./ScratchFiles.tsx";
import { SeenPictures } from "./SeenPictures.tsx";
import { SentFiles } from "./SentFiles.tsx";
import { text } from "./text.ts";
import { useAttachments, usePictures, useReload, useScratch } from "./use-artifacts.ts";
import { picturesToShow } from "./view-model.ts";

/** The artifacts of a session: sent files, pictures of the conversation, and the scratch folder. */
export function Artifacts({ session }: { session: Session }) {
  const { id } = session;
  const sent = useAttachments(session);
  const pictures = usePictures(session);
  const scratch = useScratch(session);
  const reload = useReload(session);
  const reloading = sent.isFetching || pictures.isFetching || scratch.isFetching;
  const { messages = [], prompts = [] } = sent.data ?? {};
  return (
    <section aria-label={text.title} className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-3 py-4 md:px-6">
        <p className="flex items-center justify-between gap-3 text-xs text-soft">
          {text.intro}
          <IconButton label={text.reload} busy={reloading} onClick={reload}>
            <RefreshCw aria-hidden className="size-4" />
          </IconButton>
        </p>
        <ArtifactSection title={text.attachments.title} query={sent} what={text.attachments.loading}>
          {(data) => <SentFiles sessionId={id} {...data} />}
        </ArtifactSection>
        <ArtifactSection title={text.pictures.title} query={pictures} what={text.pictures.loading}>
          {(data) => (
            <SeenPictures
              sessionId={id}
              pictures={picturesToShow(data.pictures, messages, prompts)}
              truncated={data.truncated}
            />
          )}
        </ArtifactSection>
        <ArtifactSection title={text.scratch.title} query={scratch} what={text.scratch.loading}>
          {(data) => <ScratchFiles sessionId={id} scratch={data} />}
        </ArtifactSection>
      </div>
    </section>
  );
}
