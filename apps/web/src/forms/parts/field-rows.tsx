import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { FieldPartsProps } from '#web/forms/field-input.ts'
import { startRow } from '#web/forms/field-value.ts'
import type { Held } from '#web/forms/form-paths.ts'
import { rowsOf } from '#web/forms/form-paths.ts'
import { rowKey } from '#web/forms/row-keys.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx'
import { showUndoToast } from '#web/ui/toast/undo-toast.ts'
import styles from './field-parts.module.css'
import { FieldRow } from './field-row.tsx'
import { partsTexts } from './parts.texts.ts'
import { withMoved } from './row-order.ts'
import { useRowDrag } from './use-row-drag.ts'

/** Objects that are added, removed (and put back) and put in order. */
export default function FieldRows({ id, form, path, field, error, describedBy }: FieldPartsProps) {
  const words = useTexts(partsTexts)
  const { definition } = field
  const { label, help, rowLabel = label, isOrdered = false, layout = 'stack', titleOf } = definition
  const list = useRef<HTMLOListElement>(null)
  const [told, setTold] = useState('')
  const min = Number(field.min ?? 0)
  const max = Number(field.max ?? Number.POSITIVE_INFINITY)
  const count = field.rows.length
  const isOff = field.isDisabled || field.isLocked
  const now = () => rowsOf(form.value(path))
  const indexOf = (key: string) => now().findIndex((row) => rowKey(row) === key)
  const nameAt = (index: number) => titleOf?.(now()[index] ?? {}, index) ?? words.row(rowLabel, index + 1)
  const change = (rows: readonly Held[]) => form.changeAt(path, rows)

  function add() {
    const row = startRow(definition, form.state().values as Held)
    change([...now(), row])
    form.focus(`${path}.${rowKey(row)}.${definition.fields?.[0]?.name}`)
  }

  function remove(key: string) {
    const index = indexOf(key)
    const row = now()[index]
    if (!row) return
    const name = nameAt(index)
    change(now().toSpliced(index, 1))
    showUndoToast(words.removed(name), () => change(now().toSpliced(index, 0, row)))
    const next = now()[Math.min(index, now().length - 1)]
    requestAnimationFrame(() => document.getElementById(next ? `${id}-${rowKey(next)}` : id)?.focus())
  }

  function move(key: string, to: number) {
    const rows = withMoved(now(), indexOf(key), to)
    if (rows === now()) return
    const name = nameAt(indexOf(key))
    change(rows)
    setTold(words.moved(name, to + 1, rows.length))
  }

  const drag = useRowDrag(list, { indexOf, move, rows: now, restore: (rows) => change(rows as readonly Held[]) })
  return (
    <fieldset className={styles.group} aria-describedby={describedBy} data-invalid={error !== null || undefined}>
      <legend className={styles.legend}>{label}</legend>
      {help ? (
        <p id={`${id}-help`} className={styles.help}>
          {help}
        </p>
      ) : null}
      {count === 0 ? <p className={styles.help}>{words.none}</p> : null}
      <ol ref={list} className={styles.rows} data-layout={layout}>
        {field.rows.map((key, index) => (
          <FieldRow
            key={key}
            id={`${id}-${key}`}
            form={form}
            path={`${path}.${key}`}
            fields={definition.fields ?? []}
            name={nameAt(index)}
            isTitled={layout === 'stack' || titleOf !== undefined}
            isDragged={drag.dragged === key}
            isOff={isOff}
            layout={layout}
            onRemove={count > min ? () => remove(key) : undefined}
            onMove={isOrdered && count > 1 ? (by) => move(key, index + by) : undefined}
            onDrag={(event) => drag.start(event, key)}
          />
        ))}
      </ol>
      {error ? (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
      {max > min || count < min ? (
        <div className={styles.add}>
          <Button
            id={id}
            variant="default"
            size="compact-md"
            leftSection={<Plus size={14} aria-hidden="true" />}
            disabled={isOff || count >= max}
            onClick={add}
          >
            {words.add(rowLabel)}
          </Button>
          {count >= max && !isOff ? <span className={styles.help}>{words.full(max)}</span> : null}
        </div>
      ) : null}
      <VisuallyHidden role="status">{told}</VisuallyHidden>
    </fieldset>
  )
}
