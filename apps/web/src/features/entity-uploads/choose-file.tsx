import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type EntityUpload, uploadLimits } from '@vakt/contract/entities/entity-uploads.ts'
import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import styles from './entity-uploads.module.css'
import { entityUploadTexts } from './entity-uploads.texts.ts'
import { useUploadMessage } from './upload-message.ts'
import { uploadListQuery, useReceive } from './upload-queries.ts'

const isFolder = ({ dataTransfer }: DragEvent) => dataTransfer.items[0]?.webkitGetAsEntry()?.isDirectory === true

type Props = { customerId: string; onReceived: (upload: EntityUpload) => void }

/** Takes one file, chosen or dropped, and shows those that are still here. */
export function ChooseFile({ customerId, onReceived }: Props) {
  const words = useTexts(entityUploadTexts)
  const format = useFormat()
  const explain = useUploadMessage()
  const input = useRef<HTMLInputElement>(null)
  const [sent, setSent] = useState(0)
  const [isOver, setOver] = useState(false)
  const [refusal, setRefusal] = useState('')
  const receive = useReceive(customerId, setSent)
  const file = receive.isPending ? receive.variables : null

  const take = (chosen: File | undefined) => {
    if (!chosen || receive.isPending) return
    setSent(0)
    setRefusal(chosen.size > uploadLimits.maxBytes ? (words.messages['error.too_large'] ?? '') : '')
    if (chosen.size > uploadLimits.maxBytes) return
    receive.mutate(chosen, { onSuccess: onReceived, onError: (error) => setRefusal(explain(error)) })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (isFolder(event)) setRefusal(words.messages['entity_upload.folder'] ?? '')
    else take(event.dataTransfer.files[0])
  }
  const progress = file ? (sent < 1 ? words.sending(file.name, format.percent(sent)) : words.reading(file.name)) : ''

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files are dropped here; the button within does the same */}
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileUp size={28} strokeWidth={1.5} aria-hidden="true" />
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,text/csv,application/json"
          aria-label={words.choose}
          onChange={({ currentTarget }) => {
            take(currentTarget.files?.[0])
            currentTarget.value = ''
          }}
        />
        <Button loading={receive.isPending} onClick={() => input.current?.click()}>
          {words.choose}
        </Button>
        <p className={styles.dim}>{words.dropHere}</p>
        {file ? (
          <div className={styles.progress}>
            <span role="status">{progress}</span>
            <progress aria-label={words.reading(file.name)} value={sent < 1 ? sent : undefined} max={1} />
          </div>
        ) : null}
        <p role="alert" className={styles.problem}>
          {refusal}
        </p>
      </div>
      <Earlier customerId={customerId} />
    </>
  )
}

function Earlier({ customerId }: { customerId: string }) {
  const words = useTexts(entityUploadTexts)
  const uploads = useQuery(uploadListQuery(customerId)).data ?? []
  if (uploads.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="earlier-uploads">
      <h2 id="earlier-uploads" className={styles.subtitle}>
        {words.earlier}
      </h2>
      <ul className={styles.list}>
        {uploads.map(({ uploadId, fileName, state, createdAt, createdBy }) => (
          <li key={uploadId} className={styles.item}>
            <Link to="/my-environment/$customerId/upload" params={{ customerId }} search={{ upload: uploadId }} className={styles.link}>
              <bdi>{fileName}</bdi>
            </Link>
            <span className={styles.dim}>
              {words.states[state]} · {createdBy} · <RelativeTime iso={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
