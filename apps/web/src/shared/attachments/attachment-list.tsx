import { useInViewport } from '@mantine/hooks'
import type { Attachment } from '@vakt/contract/tickets/attachments.ts'
import { isImageType } from '@vakt/domain/attachment-file.ts'
import { File, FileArchive, FileSpreadsheet, FileText, ImageOff, type LucideIcon } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { describeSize } from '#web/forms/file-list.ts'
import { useTexts } from '#web/platform/texts.ts'
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx'
import styles from './attachment-list.module.css'
import { attachmentTexts } from './attachments.texts.ts'
import { useAttachmentUrl } from './use-attachment-url.ts'
import { useDownloadAttachment } from './use-download-attachment.ts'

const loadViewer = () => import('./attachment-viewer.tsx')
const AttachmentViewer = lazy(() => loadViewer().then((module) => ({ default: module.AttachmentViewer })))

type Ticket = { customerId: string; ticketId: string }

/** The attachments of a ticket or a comment: pictures as pictures, which open large; everything else by name, for downloading. */
export function AttachmentList({ customerId, ticketId, attachments }: Ticket & { attachments: readonly Attachment[] }) {
  const words = useTexts(attachmentTexts)
  const download = useDownloadAttachment({ customerId, ticketId })
  const [shownId, setShownId] = useState<string | null>(null)
  const [wasOpened, setOpened] = useState(false)
  const opener = useRef<HTMLElement>(null)
  const images = attachments.filter(({ contentType }) => isImageType(contentType))
  const others = attachments.filter(({ contentType }) => !isImageType(contentType))
  if (attachments.length === 0) return null

  function open(attachmentId: string, button: HTMLElement) {
    opener.current = button
    setOpened(true)
    setShownId(attachmentId)
  }

  function show(attachmentId: string | null) {
    setShownId(attachmentId)
    if (attachmentId === null) opener.current?.focus()
  }

  return (
    <div className={styles.attachments}>
      {images.length > 0 && (
        <ul className={styles.images} aria-label={words.attachments}>
          {images.map((image) => (
            <li key={image.attachmentId}>
              <Thumbnail customerId={customerId} ticketId={ticketId} image={image} onOpen={(button) => open(image.attachmentId, button)} />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className={styles.files} aria-label={words.attachments}>
          {others.map((file) => (
            <li key={file.attachmentId}>
              <FileRow file={file} onDownload={() => void download(file)} />
            </li>
          ))}
        </ul>
      )}
      {wasOpened && (
        <Suspense>
          <AttachmentViewer
            customerId={customerId}
            ticketId={ticketId}
            images={images}
            shownId={shownId}
            onShow={show}
            onDownload={(image) => void download(image)}
          />
        </Suspense>
      )}
    </div>
  )
}

function Thumbnail({ customerId, ticketId, image, onOpen }: Ticket & { image: Attachment; onOpen: (button: HTMLElement) => void }) {
  const words = useTexts(attachmentTexts)
  const { ref, inViewport } = useInViewport<HTMLButtonElement>()
  const wasSeen = useRef(false)
  wasSeen.current ||= inViewport
  const place = { customerId, ticketId, attachmentId: image.attachmentId }
  const { url, isError } = useAttachmentUrl(place, 'preview', wasSeen.current)
  return (
    <button
      ref={ref}
      type="button"
      className={styles.thumbnail}
      aria-label={words.open(image.fileName)}
      title={`${image.fileName}, ${describeSize(image.size)}`}
      onMouseEnter={() => void loadViewer().catch(() => {})}
      onFocus={() => void loadViewer().catch(() => {})}
      onClick={(event) => onOpen(event.currentTarget)}
    >
      {url ? <img src={url} alt="" className={styles.picture} /> : null}
      {isError ? <ImageOff size={20} aria-hidden="true" /> : null}
    </button>
  )
}

const icons: Record<string, LucideIcon> = {
  'application/pdf': FileText,
  'text/plain': FileText,
  'application/json': FileText,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': FileText,
  'text/csv': FileSpreadsheet,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': FileSpreadsheet,
  'application/zip': FileArchive,
  'application/gzip': FileArchive,
}

function FileRow({ file, onDownload }: { file: Attachment; onDownload: () => void }) {
  const words = useTexts(attachmentTexts)
  const Icon = icons[file.contentType] ?? File
  return (
    <button type="button" className={styles.file} onClick={onDownload}>
      <VisuallyHidden>{words.download} </VisuallyHidden>
      <Icon size={16} className={styles.icon} aria-hidden="true" />
      <span className={styles.name}>{file.fileName}</span>
      <span className={styles.size}>{describeSize(file.size)}</span>
    </button>
  )
}
