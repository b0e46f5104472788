import { useQueryClient } from '@tanstack/react-query'
import type { Attachment } from '@vakt/contract/attachments.ts'
import { saveFile } from '#web/platform/download.ts'
import { useTexts } from '#web/platform/texts.ts'
import { failureToast } from '#web/ui/toast/toast.ts'
import { attachmentTexts } from './attachments.texts.ts'
import { type AttachmentPlace, attachmentFileQuery } from './use-attachment-url.ts'

type Ticket = Omit<AttachmentPlace, 'attachmentId'>

/** Loads the file and hands it to the user; says so when that fails. */
export function useDownloadAttachment({ customerId, ticketId }: Ticket): (attachment: Attachment) => Promise<void> {
  const words = useTexts(attachmentTexts)
  const queryClient = useQueryClient()
  return async ({ attachmentId, fileName }) => {
    try {
      saveFile(await queryClient.fetchQuery(attachmentFileQuery({ customerId, ticketId, attachmentId }, 'whole')), fileName)
    } catch (error) {
      failureToast(words.downloadFailed)(error)
    }
  }
}
