import { Loader, Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import type { Attachment } from '@vakt/contract/tickets/attachments.ts'
import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react'
import { useRef } from 'react'
import { describeSize } from '#web/forms/file-list.ts'
import { useTexts } from '#web/platform/texts.ts'
import { inMantine } from '#web/ui/theme/in-mantine.tsx'
import { uiTexts } from '#web/ui/ui.texts.ts'
import styles from './attachment-viewer.module.css'
import { attachmentTexts } from './attachments.texts.ts'
import { useAttachmentUrl } from './use-attachment-url.ts'

type ViewerProps = {
  customerId: string
  ticketId: string
  images: readonly Attachment[]
  /** Null: closed. */
  shownId: string | null
  onShow: (attachmentId: string | null) => void
  onDownload: (image: Attachment) => void
}

/** One picture over the whole screen; the arrow keys lead to the others, Escape closes. */
function PlainAttachmentViewer({ customerId, ticketId, images, shownId, onShow, onDownload }: ViewerProps) {
  const words = useTexts(attachmentTexts)
  const general = useTexts(uiTexts)
  const index = images.findIndex(({ attachmentId }) => attachmentId === shownId)
  const last = useRef(0)
  if (index >= 0) last.current = index
  const image = images[last.current]
  const step = (by: number) => onShow(images[(index + by + images.length) % images.length]?.attachmentId ?? null)

  useWindowEvent('keydown', ({ key }) => {
    if (index < 0 || images.length < 2) return
    if (key === 'ArrowLeft') step(-1)
    if (key === 'ArrowRight') step(1)
  })

  return (
    <Modal.Root opened={index >= 0} onClose={() => onShow(null)} returnFocus={false} fullScreen transitionProps={{ duration: 120 }}>
      <Modal.Content aria-label={image?.fileName} radius={0} className={styles.content}>
        {image && (
          <div className={styles.viewer}>
            <div className={styles.bar}>
              <p className={styles.name}>
                {image.fileName} <span className={styles.dim}>{describeSize(image.size)}</span>
              </p>
              {images.length > 1 && (
                <p className={styles.position} aria-live="polite">
                  {words.position(last.current + 1, images.length)}
                </p>
              )}
              <button type="button" className={styles.tool} aria-label={words.download} onClick={() => onDownload(image)}>
                <Download size={18} aria-hidden="true" />
              </button>
              <button type="button" className={styles.tool} aria-label={general.close} data-autofocus onClick={() => onShow(null)}>
                <X size={18} aria-hidden="true" />
              </button>
            </div>
            <div className={styles.stage}>
              <Picture key={image.attachmentId} customerId={customerId} ticketId={ticketId} image={image} />
              {images.length > 1 && (
                <>
                  <button type="button" className={styles.step} data-side="left" aria-label={words.previous} onClick={() => step(-1)}>
                    <ChevronLeft size={24} aria-hidden="true" />
                  </button>
                  <button type="button" className={styles.step} data-side="right" aria-label={words.next} onClick={() => step(1)}>
                    <ChevronRight size={24} aria-hidden="true" />
                  </button>
                </>
              )}
            </div>
          </div>
        )}
      </Modal.Content>
    </Modal.Root>
  )
}

function Picture({ customerId, ticketId, image }: { customerId: string; ticketId: string; image: Attachment }) {
  const words = useTexts(attachmentTexts)
  const { url, isError } = useAttachmentUrl({ customerId, ticketId, attachmentId: image.attachmentId }, 'whole')
  if (isError) return <p role="alert">{words.pictureFailed}</p>
  return url ? <img src={url} alt={image.fileName} className={styles.picture} /> : <Loader size="sm" color="gray" />
}

export const AttachmentViewer = inMantine(PlainAttachmentViewer)
