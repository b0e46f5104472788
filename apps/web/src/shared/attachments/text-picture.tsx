import { useInViewport } from '@mantine/hooks'
import type { Attachment } from '@vakt/contract/tickets/attachments.ts'
import { ImageOff } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { attachmentTexts } from './attachments.texts.ts'
import styles from './text-picture.module.css'
import { useAttachmentUrl } from './use-attachment-url.ts'
import { useDownloadAttachment } from './use-download-attachment.ts'

const loadViewer = () => import('./attachment-viewer.tsx')
const AttachmentViewer = lazy(() => loadViewer().then((module) => ({ default: module.AttachmentViewer })))

type TextPictureProps = { customerId: string; ticketId: string; image: Attachment; words: string }

/** A picture within a text; it opens large. Loaded when it comes into sight. */
export function TextPicture({ customerId, ticketId, image, words: alt }: TextPictureProps) {
  const words = useTexts(attachmentTexts)
  const download = useDownloadAttachment({ customerId, ticketId })
  const { ref, inViewport } = useInViewport<HTMLButtonElement>()
  const wasSeen = useRef(false)
  wasSeen.current ||= inViewport
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const { attachmentId, fileName } = image
  const { url, isError } = useAttachmentUrl({ customerId, ticketId, attachmentId }, 'whole', wasSeen.current)
  const prepare = () => void loadViewer().catch(() => {})
  const opener = useRef<HTMLButtonElement>(null)
  function show(shownId: string | null) {
    setOpen(shownId !== null)
    if (shownId === null) opener.current?.focus()
  }
  return (
    <>
      <button
        ref={ref}
        type="button"
        className={styles.frame}
        data-waiting={!url || undefined}
        aria-label={words.open(fileName)}
        title={fileName}
        onMouseEnter={prepare}
        onFocus={prepare}
        onClick={(event) => {
          opener.current = event.currentTarget
          setOpened(true)
          setOpen(true)
        }}
      >
        {url ? <img src={url} alt={alt} className={styles.picture} /> : null}
        {isError ? <ImageOff size={20} aria-hidden="true" /> : null}
      </button>
      {wasOpened ? (
        <Suspense>
          <AttachmentViewer
            customerId={customerId}
            ticketId={ticketId}
            images={[image]}
            shownId={isOpen ? attachmentId : null}
            onShow={show}
            onDownload={() => void download(image)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
