export {
  checkAttachments,
  discardAttachments,
  storeAttachments,
  type UploadedAttachment,
} from "./attachments.ts";

export {
  attachmentsOf,
  type MessageService,
  messageService,
  messageView,
  type StoredAttachment,
} from "./service.ts";
export type { MessageRow } from "./store.ts";
