import { acceptedAttachments } from '@vakt/domain/attachment-file.ts'
import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { describeSize } from '#web/forms/file-list.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { CrossButton } from '#web/ui/cross-button.tsx'
import { conversationTexts } from './conversation.texts.ts'
import styles from './reply-files.module.css'

type ReplyFilesProps = { files: readonly File[]; onAdd: (files: File[]) => void; onRemove: (file: File) => void }

/** What goes with a comment: chosen here, or pasted into the text. */
export function ReplyFiles({ files, onAdd, onRemove }: ReplyFilesProps) {
  const words = useTexts(conversationTexts)
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      {files.length > 0 ? (
        <ul className={styles.files}>
          {files.map((file) => (
            <li key={`${file.name} ${file.size}`} className={styles.file}>
              {file.name} <span className={styles.size}>{describeSize(file.size)}</span>
              <CrossButton label={words.removeFile(file.name)} onClick={() => onRemove(file)} />
            </li>
          ))}
        </ul>
      ) : null}
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
        className={styles.attach}
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
