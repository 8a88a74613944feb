import { useCallback } from "react";
import {
  type SubagentTranscript,
  subagentOperations,
} from "../../../../server/domains/transcripts/subagents/model.ts";
import { linkUrl } from "../../../lib/client.ts";
import { type PictureUrl, placeInAddress } from "../entries/picture-place.ts";

/** The pictures of the transcript of a subagent. */
export const useAgentPictures = ({ session_id: session, id }: SubagentTranscript): PictureUrl =>
  useCallback(
    (entry, number) =>
      linkUrl(subagentOperations.subagentPicture, {
        params: { session_id: String(session), id: String(id), ...placeInAddress(entry, number) },
      }),
    [session, id],
  );
