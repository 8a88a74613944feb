export {
  checkAttachments,
  discardAttachments,
  storeAttachments,
  type UploadedAttachment,
} from "./attachments.ts";

export { type MessageService, messageService, messageView } from "./service.ts";
export type { MessageRow, StoredAttachment } from "./store.ts";
