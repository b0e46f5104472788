import type { Attachment } from '@vakt/contract/tickets/attachments.ts'
import { cleanFileName, isImageType } from '@vakt/domain/attachment-file.ts'
import { namedPictures } from '@vakt/domain/text-pictures.ts'
import { type ComponentProps, lazy, type ReactNode, Suspense, useCallback, useMemo } from 'react'
import styles from './ticket-story.module.css'

const AttachmentList = lazy(() =>
  import('#web/shared/attachments/attachment-list.tsx').then((module) => ({ default: module.AttachmentList })),
)
const TextPicture = lazy(() => import('#web/shared/attachments/text-picture.tsx').then((module) => ({ default: module.TextPicture })))

/** What is needed to show files comes with the first of them. */
export function LazyAttachments(props: ComponentProps<typeof AttachmentList>) {
  if (props.attachments.length === 0) return null
  return (
    <Suspense>
      <AttachmentList {...props} />
    </Suspense>
  )
}

type TextWithFiles = { customerId: string; ticketId: string; text: string; attachments: readonly Attachment[] }

/** The attached pictures that stand within a text, and the attachments that are left to stand beneath it. */
export function useTextPictures({ customerId, ticketId, text, attachments }: TextWithFiles) {
  const within = useMemo(() => {
    if (attachments.length === 0) return new Map<string, Attachment>()
    const names = new Set([...namedPictures(text)].map(cleanFileName))
    const images = attachments.filter(({ fileName, contentType }) => isImageType(contentType) && names.has(fileName))
    return new Map(images.toReversed().map((image) => [image.fileName, image]))
  }, [text, attachments])
  const picture = useCallback(
    (name: string, words: string): ReactNode => {
      const image = within.get(cleanFileName(name) ?? '')
      const inWords = <span className={styles.absent}>{words}</span>
      if (!image) return inWords
      return (
        <Suspense fallback={inWords}>
          <TextPicture customerId={customerId} ticketId={ticketId} image={image} words={words} />
        </Suspense>
      )
    },
    [customerId, ticketId, within],
  )
  const others = useMemo(() => attachments.filter((one) => within.get(one.fileName) !== one), [attachments, within])
  return { picture, others }
}
