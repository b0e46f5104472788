import { type Attachment, getAttachment } from '@vakt/contract/tickets/attachments.ts'
import { downloadFile } from '#web/platform/download.ts'
import { useTexts } from '#web/platform/texts.ts'
import { failureToast } from '#web/ui/toast/toast.ts'
import { attachmentTexts } from './attachments.texts.ts'
import type { AttachmentPlace } from './use-attachment-url.ts'

type Ticket = Omit<AttachmentPlace, 'attachmentId'>

/** Has the browser save the file; says so when that fails. */
export function useDownloadAttachment(ticket: Ticket): (attachment: Attachment) => Promise<void> {
  const words = useTexts(attachmentTexts)
  return ({ attachmentId }) =>
    downloadFile(getAttachment, { params: { ...ticket, attachmentId }, query: {} }).catch(failureToast(words.downloadFailed))
}
