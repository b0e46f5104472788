import { useQueryClient } from '@tanstack/react-query'
import { attachmentLimits } from '@vakt/contract/tickets/attachments.ts'
import { acceptedAttachments } from '@vakt/domain/attachment-file.ts'
import { type ClipboardEvent, type RefObject, useState } from 'react'
import { addFiles, pastedImages, withFreeNames } from '#web/forms/file-list.ts'
import { useTexts } from '#web/platform/texts.ts'
import { toastFailedUploads, uploadAttachments } from '#web/shared/attachments/upload-attachments.ts'
import { conversationTexts } from './conversation.texts.ts'
import { keepPictures, placePictures } from './picture-text.ts'

type Text = {
  text: string
  input: RefObject<HTMLTextAreaElement | null>
  write: (text: string) => void
  /** Told why files were not taken, or null. */
  onRefuse: (why: string | null) => void
}

/** The files that go with a comment, and the pictures among them that stand within its text. */
export function useReplyFiles(customerId: string, { text, input, write, onRefuse }: Text) {
  const words = useTexts(conversationTexts)
  const queryClient = useQueryClient()
  const [files, setFiles] = useState<readonly File[]>([])
  /** The temp_id of the comment that stands without this file. */
  const [homes, setHomes] = useState<ReadonlyMap<File, string>>(new Map())
  const [isUploading, setUploading] = useState(false)

  const attach = (chosen: File[]): File[] => {
    const added = withFreeNames(chosen, files)
    const { files: next, refusals } = addFiles(files, added, { accept: acceptedAttachments, ...attachmentLimits })
    setFiles(next)
    const refused = refusals.map(({ reason, name }) => {
      if (reason === 'too-many') return words.tooManyFiles(attachmentLimits.maxFiles)
      return reason === 'too-large' ? words.tooLarge(name) : words.wrongKind(name)
    })
    onRefuse(refused.join(' ') || null)
    return added.filter((file) => next.includes(file))
  }
  const withoutMissing = (kept: readonly File[]) =>
    keepPictures(
      text,
      kept.map(({ name }) => name),
    )
  const detach = (file: File) => {
    const kept = files.filter((one) => one !== file)
    setFiles(kept)
    write(withoutMissing(kept))
  }
  const paste = (event: ClipboardEvent) => {
    const images = pastedImages([...event.clipboardData.files], new Date())
    if (images.length === 0) return
    event.preventDefault()
    const names = attach(images).map(({ name }) => name)
    const area = input.current
    if (names.length === 0 || !area) return
    write(placePictures(area, names))
  }
  /** The files go to their comment: this one, or for what did not get through before, that one still. Without one only the latter are tried. */
  const upload = async (tempId?: string) => {
    const homeOf = (file: File) => homes.get(file) ?? tempId
    const sent = files.filter(homeOf)
    if (sent.length === 0) return
    setUploading(true)
    const unsent = new Map<File, string>()
    for (const [home = '', parcel] of Map.groupBy(sent, homeOf)) {
      const { failed } = await uploadAttachments(customerId, home, parcel)
      for (const { file } of failed) unsent.set(file, home)
      toastFailedUploads(failed)
    }
    setUploading(false)
    setHomes(unsent)
    // What was added meanwhile is for the next comment.
    setFiles((now) => now.filter((file) => unsent.has(file) || !sent.includes(file)))
    await queryClient.invalidateQueries({ queryKey: ['tickets', customerId] })
  }
  /** What is sent: a draft may still name pictures whose files did not outlive the page. */
  const body = () => withoutMissing(files)

  const hasUnsent = files.some((file) => homes.has(file))

  return { files, isUploading, hasUnsent, attach, detach, paste, upload, body }
}
