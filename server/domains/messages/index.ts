export { storeAttachments, type UploadedAttachment } from "./attachments.ts";
export { messageRefusal } from "./errors.ts";
export {
  type MessageService,
  messageService,
  messageView,
  type NewMessage,
  type StoredAttachment,
} from "./service.ts";
export type { MessageRow } from "./store.ts";
