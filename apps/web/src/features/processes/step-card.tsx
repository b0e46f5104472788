import { isAgentAction } from '@vakt/domain/processes/action-values.ts'
import { checkAction } from '@vakt/domain/processes/check-process.ts'
import { textOf } from '@vakt/domain/processes/describe-action.ts'
import {
  findUnknownPlaceholders,
  type PlaceholderValues,
  placeholders,
  renderPlaceholders,
} from '@vakt/domain/processes/render-placeholders.ts'
import { ChevronDown, Copy, GripVertical, Trash2 } from 'lucide-react'
import { type PointerEvent, useEffect, useId, useRef } from 'react'
import type { Form as FormOf } from '#web/forms/create-form.ts'
import { FormField } from '#web/forms/form-field.tsx'
import { useTexts } from '#web/platform/texts.ts'
import { actionIcons } from './action-icon.ts'
import styles from './process-form.module.css'
import { processFormTexts } from './process-form.texts.ts'
import { actionOf, type ProcessValues, type StepValues } from './process-values.ts'
import { type PhoneChoices, StepMessage } from './step-message.tsx'

type StepCardProps = {
  form: FormOf<ProcessValues>
  path: string
  row: StepValues
  number: number
  sentence: string
  preview: PlaceholderValues
  hasAgent: boolean
  phone: PhoneChoices | undefined
  isOpen: boolean
  isOff: boolean
  canMove: boolean
  onToggle: () => void
  onMove: (by: number) => void
  onDrag: (event: PointerEvent) => void
  /** Undefined while there is no room for another. */
  onCopy: (() => void) | undefined
  onRemove: () => void
}

const arrows: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

/** A step: its number, what it does in one sentence, the text as it would be sent, and its fields while it is open. */
export function StepCard(props: StepCardProps) {
  const {
    form,
    path,
    row,
    number,
    sentence,
    preview,
    hasAgent,
    phone,
    isOpen,
    isOff,
    canMove,
    onToggle,
    onMove,
    onDrag,
    onCopy,
    onRemove,
  } = props
  const words = useTexts(processFormTexts)
  const fields = useId()
  const handle = useRef<HTMLButtonElement>(null)
  const isMoving = useRef(false)
  // The browser lets go of the focus when an element changes its place.
  useEffect(() => {
    if (isMoving.current) handle.current?.focus()
    isMoving.current = false
  })
  const name = words.stepName(number, sentence)
  const action = actionOf(row)
  const text = textOf(action)
  const unknown = text === null ? [] : findUnknownPlaceholders(text)
  const Icon = actionIcons[row.type]
  return (
    <div className={styles.card} data-open={isOpen || undefined}>
      <div className={styles.head}>
        {canMove ? (
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
        <span className={styles.number} aria-hidden="true">
          {number}
        </span>
        <Icon className={styles.icon} size={16} aria-hidden="true" />
        <button
          type="button"
          data-toggle
          className={styles.sentence}
          aria-expanded={isOpen}
          aria-controls={fields}
          aria-label={isOpen ? words.closeStep(name) : words.editStep(name)}
          onClick={onToggle}
        >
          <bdi>{sentence}</bdi>
          <ChevronDown size={16} aria-hidden="true" className={styles.chevron} />
        </button>
        <span className={styles.tools}>
          {onCopy ? (
            <button type="button" className={styles.tool} disabled={isOff} aria-label={words.copyStep(name)} onClick={onCopy}>
              <Copy size={16} aria-hidden="true" />
            </button>
          ) : null}
          <button type="button" className={styles.tool} disabled={isOff} aria-label={words.removeStep(name)} onClick={onRemove}>
            <Trash2 size={16} aria-hidden="true" />
          </button>
        </span>
      </div>
      {text !== null && text.trim() !== '' ? <p className={styles.preview}>{renderPlaceholders(text, preview).trim()}</p> : null}
      {text === null ? null : <StepMessage action={action} text={renderPlaceholders(text, preview)} phone={phone} />}
      {unknown.length > 0 ? <p className={styles.notice}>{words.unknownPlaceholder(unknown.map((one) => `{${one}}`).join(', '))}</p> : null}
      {isAgentAction(action) && !hasAgent ? <p className={styles.notice}>{words.noAgent}</p> : null}
      {!isOpen && checkAction(action).length > 0 ? <p className={styles.notice}>{words.incomplete}</p> : null}
      <div id={fields} className={styles.fields} hidden={!isOpen}>
        {isOpen ? (
          <>
            {form.field('actions').definition.fields?.map((field) => (
              <FormField key={field.name} form={form} name={`${path}.${field.name}`} />
            ))}
            {text === null && !('ticketNote' in action) ? null : (
              <p className={styles.dim}>
                {words.placeholders} {placeholders.map((one) => `{${one}}`).join(' ')}
              </p>
            )}
          </>
        ) : null}
      </div>
    </div>
  )
}
