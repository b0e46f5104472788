import type { EntityUpload } from '@vakt/contract/entities/entity-uploads.ts'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CheckBox } from '#web/ui/controls/check-box.tsx'
import { checkOutcomeTexts } from './check-outcome.texts.ts'
import styles from './entity-uploads.module.css'
import { useUploadMessage } from './upload-message.ts'
import { ProblemLine, UploadProblems } from './upload-problems.tsx'
import { useImport } from './upload-queries.ts'
import { UploadedEntities } from './uploaded-entities.tsx'

type Props = { customerId: string; upload: EntityUpload; onChangeColumns: () => void }

/** What the check found; the import is asked for here and nowhere else. */
export function CheckOutcome({ customerId, upload, onChangeColumns }: Props) {
  const words = useTexts(checkOutcomeTexts)
  const format = useFormat()
  const { found } = upload
  if (!found) return null
  return (
    <div className={styles.sections}>
      {found.broken ? (
        <div role="alert" className={styles.broken}>
          <CircleAlert size={18} aria-hidden="true" />
          <div>
            <strong>{words.brokenTitle}</strong>
            <p>
              <ProblemLine problem={found.broken} />
            </p>
            <p>{words.brokenText}</p>
          </div>
        </div>
      ) : (
        <section className={styles.section} aria-labelledby="upload-outcome">
          <h2 id="upload-outcome" className={styles.subtitle}>
            {words.outcome} <span className={styles.dim}>{words.rows(format.number(found.rows))}</span>
          </h2>
          <UploadedEntities customerId={customerId} upload={upload} />
        </section>
      )}
      <UploadProblems customerId={customerId} upload={upload} />
      <Decision customerId={customerId} upload={upload} onChangeColumns={onChangeColumns} />
    </div>
  )
}

function Decision({ customerId, upload, onChangeColumns }: Props) {
  const words = useTexts(checkOutcomeTexts)
  const format = useFormat()
  const explain = useUploadMessage()
  const start = useImport(customerId, upload.uploadId)
  const [leaveOutBadRows, setLeaveOut] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const { bad = 0, rows = 0, broken = null } = upload.found ?? {}
  const canImport = !broken && rows > bad && (bad === 0 || leaveOutBadRows)
  return (
    <section className={styles.decision}>
      {broken || rows === bad ? null : (
        <>
          {bad > 0 ? (
            <CheckBox
              label={words.leaveOut(format.number(bad))}
              checked={leaveOutBadRows}
              onChange={({ target }) => setLeaveOut(target.checked)}
            />
          ) : null}
          <div>
            <CheckBox
              label={words.isWhole}
              checked={isWhole && bad === 0}
              disabled={bad > 0}
              onChange={({ target }) => setWhole(target.checked)}
            />
            <p className={styles.dim}>{bad > 0 ? words.notWholeHelp : words.isWholeHelp}</p>
          </div>
        </>
      )}
      <div className={styles.actions}>
        {broken || rows === bad ? null : (
          <Button
            disabled={!canImport}
            loading={start.isPending}
            onClick={() => start.mutate({ leaveOutBadRows, isWholeEstate: isWhole && bad === 0 })}
          >
            {words.import(format.number(rows - bad))}
          </Button>
        )}
        <Button variant="default" onClick={onChangeColumns}>
          {words.changeColumns}
        </Button>
        <p role="alert" className={styles.problem}>
          {start.isError ? explain(start.error) : ''}
        </p>
      </div>
    </section>
  )
}
