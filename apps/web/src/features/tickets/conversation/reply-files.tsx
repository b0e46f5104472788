import { acceptedAttachments } from '@vakt/domain/attachment-file.ts'
import { Paperclip } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { describeSize } from '#web/forms/file-list.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CrossButton } from '#web/ui/controls/cross-button.tsx'
import { conversationTexts } from './conversation.texts.ts'
import styles from './reply-files.module.css'

/** What goes with a comment: chosen here, or pasted into the text. Pictures are shown small. */
export function ReplyFiles({ files, onRemove }: { files: readonly File[]; onRemove: (file: File) => void }) {
  const words = useTexts(conversationTexts)
  if (files.length === 0) return null
  return (
    <ul className={styles.files}>
      {files.map((file) => (
        <li key={`${file.name} ${file.size}`} className={styles.file}>
          {file.type.startsWith('image/') ? <Preview file={file} /> : null}
          <span>
            {file.name} <span className={styles.size}>{describeSize(file.size)}</span>
          </span>
          <CrossButton label={words.removeFile(file.name)} onClick={() => onRemove(file)} />
        </li>
      ))}
    </ul>
  )
}

/** Nothing where the browser cannot show it. */
function Preview({ file }: { file: File }) {
  const words = useTexts(conversationTexts)
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url ? <img className={styles.preview} src={url} alt={words.pictureOf(file.name)} onError={() => setUrl(null)} /> : null
}

export function AttachButton({ onAdd }: { onAdd: (files: File[]) => void }) {
  const words = useTexts(conversationTexts)
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={chooser}
        type="file"
        multiple
        accept={acceptedAttachments}
        hidden
        onChange={(event) => {
          onAdd([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<Paperclip size={14} aria-hidden="true" />}
        onClick={() => chooser.current?.click()}
      >
        {words.attach}
      </Button>
    </>
  )
}
