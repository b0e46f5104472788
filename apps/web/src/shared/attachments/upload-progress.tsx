import { useTexts } from '#web/platform/texts.ts'
import { attachmentTexts } from './attachments.texts.ts'
import type { UploadProgress } from './upload-attachments.ts'
import styles from './upload-progress.module.css'

export function UploadProgressLine({ progress }: { progress: UploadProgress | null }) {
  const words = useTexts(attachmentTexts)
  if (!progress) return null
  const label = words.uploading(progress.file.name, progress.number, progress.of)
  return (
    <div className={styles.line}>
      <span className={styles.label}>{label}</span>
      <progress className={styles.bar} aria-label={label} value={progress.sent} max={1} />
    </div>
  )
}
