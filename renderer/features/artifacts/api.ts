import { artifactOperations, type ScratchFile } from "../../../server/domains/review/artifacts/model.ts";
import { transcriptOperations } from "../../../server/domains/transcripts/transcripts/model.ts";
import { type CallOptions, callApi, linkUrl } from "../../lib/client.ts";
import { placeInAddress } from "../transcript/entries/picture-place.ts";

const of = (sessionId: number) => ({ params: { id: String(sessionId) } });

export const listAttachments = (sessionId: number, options: CallOptions) =>
  callApi(artifactOperations.listAttachments, of(sessionId), options);

export const listPictures = (sessionId: number, options: CallOptions) =>
  callApi(artifactOperations.listPictures, of(sessionId), options);

export const listPrompts = (sessionId: number, options: CallOptions) =>
  callApi(transcriptOperations.listPrompts, of(sessionId), options);

export const listScratch = (sessionId: number, options: CallOptions) =>
  callApi(artifactOperations.listScratch, of(sessionId), options);

export const attachmentUrl = (sessionId: number, messageId: number, number: number): string =>
  linkUrl(artifactOperations.getAttachment, {
    params: { id: String(sessionId), mid: String(messageId), number: String(number) },
  });

export const pictureUrl = (sessionId: number, entry: string, number: number): string =>
  linkUrl(transcriptOperations.timelinePicture, {
    params: { id: String(sessionId), ...placeInAddress(entry, number) },
  });

/** A file that was written again has another URL, so that it is not read from the cache. */
export const scratchUrl = (sessionId: number, { path, modified_at }: ScratchFile): string =>
  linkUrl(artifactOperations.getScratchFile, { ...of(sessionId), query: { path, written: modified_at } });
