import { type Attachment, addAttachment } from '@vakt/contract/tickets/attachments.ts'
import { currentLanguage } from '#web/platform/language.ts'
import { uploadFile } from '#web/platform/upload.ts'
import { failureText } from '#web/ui/page/failure-text.ts'
import { showToast } from '#web/ui/toast/toast.ts'
import { attachmentTexts } from './attachments.texts.ts'

/** Which of how many files is on its way, and the share of it that is sent. */
export type UploadProgress = { file: File; number: number; of: number; sent: number }
export type FailedUpload = { file: File; error: unknown }

/** Uploads the files one by one to what the temp_id belongs to. One that fails does not keep the next ones from being tried. */
export async function uploadAttachments(
  customerId: string,
  tempId: string,
  files: readonly File[],
  onProgress?: (progress: UploadProgress) => void,
): Promise<{ added: Attachment[]; failed: FailedUpload[] }> {
  const added: Attachment[] = []
  const failed: FailedUpload[] = []
  for (const [index, file] of files.entries()) {
    const tell = (sent: number) => onProgress?.({ file, number: index + 1, of: files.length, sent })
    tell(0)
    try {
      const params = { customerId, tempId, fileName: file.name }
      added.push(await uploadFile(addAttachment, { params, file, onProgress: tell }))
    } catch (error) {
      failed.push({ file, error })
    }
  }
  return { added, failed }
}

/** Why a file was not taken, in the user's language. */
function explainFailedUpload({ file, error }: FailedUpload): string {
  const words = attachmentTexts[currentLanguage()]
  return words.failedNamed(file.name, failureText(error, { failed: words.tryAgain, messages: words.reasons }))
}

export function toastFailedUploads(failed: readonly FailedUpload[]): void {
  for (const one of failed) showToast(explainFailedUpload(one), 'failure')
}
