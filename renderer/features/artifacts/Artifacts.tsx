import { RefreshCw } from "lucide-react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Block } from "./Block.tsx";
import { ScratchFiles } from "./ScratchFiles.tsx";
import { SeenPictures } from "./SeenPictures.tsx";
import { SentFiles } from "./SentFiles.tsx";
import { useAttachments, usePictures, useReadAgain, useScratch } from "./use-artifacts.ts";
import { beside } from "./view-model.ts";

/** What there is of a session besides words and changes: files that were sent, pictures, and what the agent left. */
export function Artifacts({ session }: { session: Session }) {
  const { id } = session;
  const sent = useAttachments(session);
  const pictures = usePictures(session);
  const scratch = useScratch(session);
  const readAgain = useReadAgain(session);
  const reading = sent.isFetching || pictures.isFetching || scratch.isFetching;
  const { messages = [], prompts = [] } = sent.data ?? {};
  return (
    <section aria-label="Artifacts" className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-3 py-4 md:px-6">
        <p className="flex items-center justify-between gap-3 text-xs text-soft">
          Files and pictures outside of the conversation and the changes.
          <IconButton label="Reload artifacts" busy={reading} onClick={readAgain}>
            <RefreshCw aria-hidden className="size-4" />
          </IconButton>
        </p>
        <Block title="Attachments" query={sent} what="the files that were sent">
          {(data) => <SentFiles sessionId={id} {...data} />}
        </Block>
        <Block title="Pictures in the conversation" query={pictures} what="the pictures">
          {(data) => (
            <SeenPictures
              sessionId={id}
              pictures={beside(data.pictures, messages, prompts)}
              truncated={data.truncated}
            />
          )}
        </Block>
        <Block title="Scratch folder" query={scratch} what="the scratch folder">
          {(data) => <ScratchFiles sessionId={id} scratch={data} />}
        </Block>
      </div>
    </section>
  );
}
