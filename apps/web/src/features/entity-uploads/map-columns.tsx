import {
  type ColumnUse,
  columnUses,
  type EntityUpload,
  type UploadReading,
  uploadDelimiters,
  uploadEncodings,
} from '@vakt/contract/entities/entity-uploads.ts'
import { useId, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CheckBox } from '#web/ui/controls/check-box.tsx'
import { PlainInput, PlainSelect } from '#web/ui/controls/plain-input.tsx'
import styles from './entity-uploads.module.css'
import { mapColumnsTexts } from './map-columns.texts.ts'
import { useUploadMessage } from './upload-message.ts'
import { useCheck, useReadAgain } from './upload-queries.ts'

type Props = { customerId: string; upload: EntityUpload }

/** How the file is read and what its columns are; then the check of the whole of it is asked for. */
export function MapColumns({ customerId, upload }: Props) {
  const words = useTexts(mapColumnsTexts)
  const explain = useUploadMessage()
  const id = useId()
  const check = useCheck(customerId, upload.uploadId)
  const [uses, setUses] = useState<ColumnUse[]>(() => upload.columns.map(({ use }) => use))
  const [typeForAll, setTypeForAll] = useState(upload.typeForAll ?? '')
  const choose = (index: number, use: ColumnUse) => setUses(uses.with(index, use))
  return (
    <form
      className={styles.sections}
      aria-label={words.columns}
      onSubmit={(event) => {
        event.preventDefault()
        check.mutate({ uses, typeForAll: typeForAll.trim() || null })
      }}
    >
      <Reading customerId={customerId} upload={upload} />
      <section className={styles.section} aria-labelledby="upload-columns">
        <h2 id="upload-columns" className={styles.subtitle}>
          {words.columns}
        </h2>
        <p className={styles.dim}>{words.columnsHelp}</p>
        <ColumnTable upload={upload} uses={uses} onChoose={choose} />
        {uses.includes('id') ? null : <p className={styles.dim}>{words.noIdHelp}</p>}
        <label className={styles.field} htmlFor={`${id}-typeForAll`}>
          {words.typeForAll}
          <PlainInput
            id={`${id}-typeForAll`}
            value={typeForAll}
            maxLength={250}
            placeholder={words.typeForAllHelp}
            onChange={({ target }) => setTypeForAll(target.value)}
          />
        </label>
      </section>
      <div className={styles.actions}>
        <Button type="submit" loading={check.isPending}>
          {words.check}
        </Button>
        <span className={styles.dim}>{words.checkHelp}</span>
        <p role="alert" className={styles.problem}>
          {check.isError ? explain(check.error) : ''}
        </p>
      </div>
    </form>
  )
}

function Reading({ customerId, upload }: Props) {
  const words = useTexts(mapColumnsTexts)
  const explain = useUploadMessage()
  const id = useId()
  const again = useReadAgain(customerId, upload.uploadId)
  const { encoding, delimiter, hasHeader, format } = upload
  const read = (change: Partial<UploadReading>) => again.mutate({ encoding, delimiter, hasHeader, ...change })
  return (
    <section className={styles.section} aria-labelledby="upload-reading">
      <h2 id="upload-reading" className={styles.subtitle}>
        {words.howRead}
      </h2>
      <div className={styles.reading}>
        <label className={styles.field} htmlFor={`${id}-encoding`}>
          {words.encoding}
          <PlainSelect
            id={`${id}-encoding`}
            value={encoding}
            disabled={again.isPending}
            onChange={({ target }) => read({ encoding: target.value as UploadReading['encoding'] })}
          >
            {uploadEncodings.map((value) => (
              <option key={value} value={value}>
                {words.encodings[value]}
              </option>
            ))}
          </PlainSelect>
        </label>
        {format === 'csv' ? (
          <>
            <label className={styles.field} htmlFor={`${id}-delimiter`}>
              {words.delimiter}
              <PlainSelect
                id={`${id}-delimiter`}
                value={delimiter}
                disabled={again.isPending}
                onChange={({ target }) => read({ delimiter: target.value as UploadReading['delimiter'] })}
              >
                {uploadDelimiters.map((value) => (
                  <option key={value} value={value}>
                    {words.delimiters[value]}
                  </option>
                ))}
              </PlainSelect>
            </label>
            <CheckBox
              label={words.hasHeader}
              checked={hasHeader}
              disabled={again.isPending}
              onChange={({ target }) => read({ hasHeader: target.checked })}
            />
          </>
        ) : null}
      </div>
      <p role="alert" className={styles.problem}>
        {again.isError ? explain(again.error) : ''}
      </p>
    </section>
  )
}

type ColumnTableProps = { upload: EntityUpload; uses: readonly ColumnUse[]; onChoose: (index: number, use: ColumnUse) => void }

function ColumnTable({ upload, uses, onChoose }: ColumnTableProps) {
  const words = useTexts(mapColumnsTexts)
  return (
    <table className={styles.columns}>
      <thead>
        <tr>
          <th scope="col">{words.column}</th>
          <th scope="col">{words.use}</th>
          <th scope="col">{words.examples}</th>
        </tr>
      </thead>
      <tbody>
        {upload.columns.map(({ name, examples }, index) => (
          <tr key={name} data-unused={uses[index] === 'none' || undefined}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            <td>
              <PlainSelect
                aria-label={words.columnIs(name)}
                value={uses[index] ?? 'none'}
                onChange={({ target }) => onChoose(index, target.value as ColumnUse)}
              >
                {columnUses.map((use) => (
                  <option key={use} value={use}>
                    {words.uses[use]}
                  </option>
                ))}
              </PlainSelect>
            </td>
            <td className={styles.examples}>
              <bdi>{examples.filter(Boolean).join(' · ')}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
