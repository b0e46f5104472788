import { useQuery } from '@tanstack/react-query'
import { type CustomerArchive as Archive, downloadCustomerArchive } from '@vakt/contract/customers/customer-archive.ts'
import { downloadFile } from '#web/platform/download.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import { failureToast } from '#web/ui/toast/toast.ts'
import styles from './customer-archive.module.css'
import { customerArchiveTexts } from './customer-archive.texts.ts'
import { customerArchivesQuery, isBeingWritten, useAskForArchive } from './customer-archive-queries.ts'

/** Has everything of a customer written to one file, with how far it is, and downloads it. */
export function CustomerArchive({ customerId }: { customerId: string }) {
  const words = useTexts(customerArchiveTexts)
  const query = useQuery(customerArchivesQuery(customerId))
  const ask = useAskForArchive(customerId)
  const { data } = query
  if (query.isError && !data) return <ErrorState title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
  if (!data) return null
  const { archives } = data
  const label = archives[0]?.state === 'failed' ? words.again : archives.length > 0 ? words.anew : words.ask
  return (
    <section className={styles.archive} aria-labelledby="customer-archive">
      <h3 id="customer-archive">{words.title}</h3>
      <p>{words.intro}</p>
      {archives.map((archive) => (
        <OneArchive key={archive.archiveId} customerId={customerId} archive={archive} />
      ))}
      {archives.some(isBeingWritten) ? null : (
        <div>
          <Button variant="light" loading={ask.isPending} onClick={() => ask.mutate()}>
            {label}
          </Button>
        </div>
      )}
      {ask.isError ? <p role="alert">{failureText(ask.error, { failed: words.askFailed, messages: words.messages })}</p> : null}
    </section>
  )
}

function OneArchive({ customerId, archive }: { customerId: string; archive: Archive }) {
  const words = useTexts(customerArchiveTexts)
  const format = useFormat()
  return (
    <div className={styles.one}>
      <ArchiveStatus archive={archive} />
      <p className={styles.dim}>{words.asked(format.exact(archive.askedAt), archive.askedBy)}</p>
      {archive.expiresAt ? (
        <>
          <p className={styles.dim}>{words.removedAt(format.exact(archive.expiresAt))}</p>
          <Button
            onClick={() =>
              void downloadFile(downloadCustomerArchive, { params: { customerId, archiveId: archive.archiveId } }).catch(
                failureToast(words.downloadFailed),
              )
            }
          >
            {words.download}
          </Button>
        </>
      ) : null}
    </div>
  )
}

const million = 1_000_000

function ArchiveStatus({ archive: { state, filesWritten, files, bytes, failure } }: { archive: Archive }) {
  const words = useTexts(customerArchiveTexts)
  const format = useFormat()
  if (state === 'failed')
    return (
      <p role="alert">
        <strong>{words.failed}</strong> {words.because(failure ?? words.workerLost)}
      </p>
    )
  if (state === 'ready') {
    const size =
      bytes < million ? words.size.kB(format.number(Math.ceil(bytes / 1000))) : words.size.MB(format.number(Math.round(bytes / million)))
    return (
      <p role="status">
        <strong>{words.ready(size, format.number(files))}</strong>
      </p>
    )
  }
  const progress =
    state === 'waiting' ? words.waiting : files === 0 ? words.beginning : words.writing(format.number(filesWritten), format.number(files))
  return (
    <>
      <p role="status">{progress}</p>
      <progress aria-label={progress} value={files > 0 ? filesWritten / files : undefined} max={1} />
      {failure ? <p>{words.retried(failure)}</p> : null}
    </>
  )
}
