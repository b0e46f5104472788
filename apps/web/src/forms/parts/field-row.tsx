import { GripVertical, Trash2 } from 'lucide-react'
import { type PointerEvent, useEffect, useRef } from 'react'
import type { Form } from '#web/forms/create-form.ts'
import type { Field, Layout } from '#web/forms/field-definition.ts'
import { FormField } from '#web/forms/form-field.tsx'
import { useTexts } from '#web/platform/texts.ts'
import styles from './field-parts.module.css'
import { partsTexts } from './parts.texts.ts'

type Props = {
  /** Of the element that takes the focus when a neighbour is gone. */
  id: string
  form: Form<unknown>
  path: string
  fields: readonly Field[]
  name: string
  isTitled: boolean
  isDragged: boolean
  isOff: boolean
  layout: Layout
  /** Undefined while it must stay. */
  onRemove: (() => void) | undefined
  /** By so many places; undefined where the order is none. */
  onMove: ((by: number) => void) | undefined
  onDrag: (event: PointerEvent) => void
}

const arrows: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

export function FieldRow({ id, form, path, fields, name, isTitled, isDragged, isOff, layout, onRemove, onMove, onDrag }: Props) {
  const words = useTexts(partsTexts)
  const handle = useRef<HTMLButtonElement>(null)
  const isMoving = useRef(false)
  // The browser lets go of the focus when an element changes its place.
  useEffect(() => {
    if (isMoving.current) handle.current?.focus()
    isMoving.current = false
  })
  return (
    <li className={styles.row} data-dragged={isDragged || undefined} data-titled={isTitled || undefined} data-layout={layout}>
      {onMove ? (
        <button
          ref={handle}
          type="button"
          className={styles.handle}
          disabled={isOff}
          aria-label={words.move(name)}
          title={words.moveHelp}
          aria-keyshortcuts="ArrowUp ArrowDown"
          onPointerDown={onDrag}
          onKeyDown={(event) => {
            const by = arrows[event.key]
            if (by === undefined) return
            event.preventDefault()
            isMoving.current = true
            onMove(by)
          }}
        >
          <GripVertical size={16} aria-hidden="true" />
        </button>
      ) : null}
      <fieldset className={styles.rowFields} aria-label={name}>
        {isTitled ? (
          <p className={styles.rowName} aria-hidden="true">
            {name}
          </p>
        ) : null}
        <div className={styles.fields} data-layout={layout}>
          {fields.map((field) => (
            <FormField key={field.name} form={form} name={`${path}.${field.name}`} />
          ))}
        </div>
      </fieldset>
      {onRemove ? (
        <button id={id} type="button" className={styles.remove} disabled={isOff} aria-label={words.remove(name)} onClick={onRemove}>
          <Trash2 size={16} aria-hidden="true" />
        </button>
      ) : null}
    </li>
  )
}
