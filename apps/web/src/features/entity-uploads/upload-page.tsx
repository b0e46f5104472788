import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { EntityUpload } from '@vakt/contract/entities/entity-uploads.ts'
import { ChevronLeft } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { FormPage } from '#web/ui/page/form-page.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { CheckOutcome } from './check-outcome.tsx'
import { ChooseFile } from './choose-file.tsx'
import styles from './entity-uploads.module.css'
import { entityUploadTexts } from './entity-uploads.texts.ts'
import { MapColumns } from './map-columns.tsx'
import { useUploadMessage } from './upload-message.ts'
import { uploadQuery, useRemove } from './upload-queries.ts'
import { uploadSearch } from './upload-search.ts'

const pageTo = '/my-environment/$customerId/upload'

/** Entities from a file: choose it, say what its columns are, see what its import would do, import it. */
export function UploadPage() {
  const { customerId, name } = useShownCustomer()
  const words = useTexts(entityUploadTexts)
  const navigate = useNavigate()
  const { upload: uploadId } = uploadSearch(useSearch({ strict: false }) as Record<string, unknown>)
  const open = (upload?: string) => void navigate({ to: pageTo, params: { customerId }, search: upload ? { upload } : {} })
  return (
    <FormPage
      isWide
      title={words.title}
      intro={words.intro(name)}
      back={
        <Link to="/my-environment/$customerId" params={{ customerId }}>
          <ChevronLeft size={14} aria-hidden="true" /> {words.back}
        </Link>
      }
    >
      {uploadId ? (
        <OpenUpload key={uploadId} customerId={customerId} uploadId={uploadId} onClose={() => open()} />
      ) : (
        <ChooseFile key={customerId} customerId={customerId} onReceived={(received) => open(received.uploadId)} />
      )}
    </FormPage>
  )
}

type OpenProps = { customerId: string; uploadId: string; onClose: () => void }

function OpenUpload({ customerId, uploadId, onClose }: OpenProps) {
  const words = useTexts(entityUploadTexts)
  const format = useFormat()
  const remove = useRemove(customerId)
  const query = useQuery(uploadQuery(customerId, uploadId))
  if (query.isPending) return <ListSkeleton rows={6} />
  if (!query.data) return <ErrorState title={words.failed} error={query.error} onRetry={() => void query.refetch()} />
  const upload = query.data
  return (
    <>
      <div className={styles.file}>
        <div>
          <strong>
            <bdi>{upload.fileName}</bdi>
          </strong>
          <p className={styles.dim}>
            {words.states[upload.state]} · {words.removedBy(format.exact(upload.removedAt))}
          </p>
        </div>
        <FileActions upload={upload} remove={remove} onClose={onClose} />
      </div>
      <Step customerId={customerId} upload={upload} />
    </>
  )
}

type FileActionsProps = { upload: EntityUpload; remove: ReturnType<typeof useRemove>; onClose: () => void }

function FileActions({ upload, remove, onClose }: FileActionsProps) {
  const words = useTexts(entityUploadTexts)
  const explain = useUploadMessage()
  const drop = () =>
    remove.mutate(upload.uploadId, {
      onSuccess() {
        showToast(words.removed, 'success')
        onClose()
      },
      onError: (error) => showToast(explain(error), 'failure'),
    })
  return (
    <div className={styles.actions}>
      {upload.state === 'importing' || upload.state === 'imported' ? null : (
        <Button variant="subtle" color="red" loading={remove.isPending} onClick={drop}>
          {words.remove}
        </Button>
      )}
      <Button variant="default" onClick={onClose}>
        {words.another}
      </Button>
    </div>
  )
}

function Step({ customerId, upload }: { customerId: string; upload: EntityUpload }) {
  const words = useTexts(entityUploadTexts)
  const format = useFormat()
  const [isMapping, setMapping] = useState(false)
  // What the file is read as decides which columns there are.
  const shape = [upload.encoding, upload.delimiter, upload.hasHeader].join()
  switch (upload.state) {
    case 'waiting':
    case 'checking':
    case 'receiving':
      return <Progress label={words.checking(format.percent(upload.progress / 100))} value={upload.progress / 100} />
    case 'importing':
      return <Progress label={words.importing} />
    case 'imported':
      return <Imported customerId={customerId} />
    case 'failed':
      return (
        <>
          <div role="alert" className={styles.broken}>
            <div>
              <strong>{words.failedTitle}</strong>
              <p>{words.failedText}</p>
            </div>
          </div>
          <MapColumns key={shape} customerId={customerId} upload={upload} />
        </>
      )
    default:
      return upload.found && !isMapping ? (
        <CheckOutcome customerId={customerId} upload={upload} onChangeColumns={() => setMapping(true)} />
      ) : (
        <MapColumns key={shape} customerId={customerId} upload={upload} />
      )
  }
}

function Progress({ label, value }: { label: string; value?: number }) {
  return (
    <div className={styles.progress}>
      <span role="status">{label}</span>
      <progress aria-label={label} value={value} max={1} />
    </div>
  )
}

function Imported({ customerId }: { customerId: string }) {
  const words = useTexts(entityUploadTexts)
  return (
    <section className={styles.section} role="status">
      <h2 className={styles.subtitle}>{words.importedTitle}</h2>
      <p className={styles.dim}>{words.importedText}</p>
      <div className={styles.actions}>
        <ButtonLink to="/my-environment/$customerId" params={{ customerId }} search={{ source: ['upload'] } as object}>
          {words.showList}
        </ButtonLink>
      </div>
    </section>
  )
}
