import type { ProcessAction } from '@vakt/contract/processes/process-actions.ts'
import { processLimits } from '@vakt/contract/processes/processes.ts'
import { describeAction, type NamesById } from '@vakt/domain/processes/describe-action.ts'
import type { PlaceholderValues } from '@vakt/domain/processes/render-placeholders.ts'
import { useEffect, useRef, useState } from 'react'
import type { Form as FormOf } from '#web/forms/create-form.ts'
import { withMoved } from '#web/forms/parts/row-order.ts'
import { useRowDrag } from '#web/forms/parts/use-row-drag.ts'
import { rowKey } from '#web/forms/row-keys.ts'
import { useFormState } from '#web/forms/use-form.ts'
import { useLanguage } from '#web/platform/language.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useTimeZone } from '#web/platform/time-zone.ts'
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx'
import { showUndoToast } from '#web/ui/toast/undo-toast.ts'
import { AddStep } from './add-step.tsx'
import styles from './process-form.module.css'
import { processFormTexts } from './process-form.texts.ts'
import { processMessageTexts } from './process-messages.texts.ts'
import { actionOf, newStep, type ProcessValues, type StepValues } from './process-values.ts'
import { StepCard } from './step-card.tsx'
import type { PhoneChoices } from './step-message.tsx'

type ProcessFlowProps = {
  form: FormOf<ProcessValues>
  /** What placeholders are shown as. */
  preview: PlaceholderValues
  names: NamesById
  hasAgent: boolean
  phone: PhoneChoices | undefined
  /** Counts up when the form was to be sent: the card in which something is wrong opens. */
  reviews: number
}

const stepsOf = (form: FormOf<ProcessValues>): readonly StepValues[] => form.state().values.actions ?? []

/** The steps as a vertical flow of cards: a plus between them, each with its finished text, in an order that pointer and arrow keys change. */
export function ProcessFlow({ form, preview, names, hasAgent, phone, reviews }: ProcessFlowProps) {
  const words = useTexts(processFormTexts)
  const messages: Record<string, string | undefined> = useTexts(processMessageTexts)
  const language = useLanguage()
  const timeZone = useTimeZone()
  const list = useRef<HTMLOListElement>(null)
  const { values, failure, phase } = useFormState(form)
  const steps = values.actions ?? []
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [told, setTold] = useState('')
  const indexOf = (key: string) => stepsOf(form).findIndex((row) => rowKey(row) === key)
  const change = (rows: readonly StepValues[]) => form.change('actions', [...rows])
  const toggle = (key: string, isOpen: boolean) =>
    setOpen((before) => new Set(isOpen ? [...before, key] : [...before].filter((one) => one !== key)))
  const isOff = phase === 'submitting' || phase === 'sent'

  useEffect(() => {
    // After each attempt to send, and when the server refused.
    const isReviewed = reviews > 0 || failure
    const [name, key] = (isReviewed ? form.findWrong(['actions']) : null)?.split('.') ?? []
    if (name === 'actions' && key) setOpen((before) => new Set([...before, key]))
  }, [reviews, failure, form])

  function sentenceOf(row: StepValues): string {
    const action: ProcessAction = actionOf(row)
    return describeAction(action, language, names)
  }
  const nameOf = (key: string) => {
    const row = stepsOf(form)[indexOf(key)]
    return row ? words.stepName(indexOf(key) + 1, sentenceOf(row)) : ''
  }

  function insert(row: StepValues, at: number) {
    change(stepsOf(form).toSpliced(at, 0, row))
    toggle(rowKey(row), true)
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-step="${rowKey(row)}"] [data-toggle]`)?.focus())
  }

  function remove(key: string) {
    const index = indexOf(key)
    const row = stepsOf(form)[index]
    if (!row) return
    const name = nameOf(key)
    change(stepsOf(form).toSpliced(index, 1))
    showUndoToast(words.removed(name), () => change(stepsOf(form).toSpliced(index, 0, row)))
    requestAnimationFrame(() => {
      const toggles = list.current?.querySelectorAll<HTMLElement>('[data-toggle]') ?? []
      // Without any step, the button that adds one is all there is.
      const next = toggles[Math.max(index - 1, 0)] ?? list.current?.parentElement?.querySelector('button')
      next?.focus()
    })
  }

  function move(key: string, to: number) {
    const rows = withMoved(stepsOf(form), indexOf(key), to)
    if (rows === stepsOf(form)) return
    const sentence = sentenceOf(rows[to] as StepValues)
    change(rows)
    setTold(words.moved(sentence, to + 1, rows.length))
  }

  const drag = useRowDrag(list, {
    indexOf,
    move,
    rows: () => stepsOf(form),
    restore: (rows) => change(rows as readonly StepValues[]),
  })
  const isFull = steps.length >= processLimits.actions
  const problem = form.field('actions').problem
  const add = (index: number) => (
    <AddStep
      place={index + 1}
      isLast={index === steps.length}
      isOff={isOff || isFull}
      onAdd={(type) => insert(newStep(type, { timeZone, language }), index)}
    />
  )
  return (
    <section aria-label={words.steps} className={styles.flow}>
      {steps.length === 0 ? <p className={styles.dim}>{words.noSteps}</p> : null}
      <ol ref={list} className={styles.steps}>
        {steps.map((row, index) => {
          const key = rowKey(row)
          return (
            <li key={key} data-step={key} data-dragged={drag.dragged === key || undefined}>
              {index > 0 ? add(index) : null}
              <StepCard
                form={form}
                path={`actions.${key}`}
                row={row}
                number={index + 1}
                sentence={sentenceOf(row)}
                preview={preview}
                hasAgent={hasAgent}
                phone={phone}
                isOpen={open.has(key)}
                isOff={isOff}
                canMove={steps.length > 1}
                onToggle={() => toggle(key, !open.has(key))}
                onMove={(by) => move(key, index + by)}
                onDrag={(event) => drag.start(event, key)}
                onCopy={isFull ? undefined : () => insert(copyOf(row), index + 1)}
                onRemove={() => remove(key)}
              />
            </li>
          )
        })}
      </ol>
      {problem ? (
        <p className={styles.error} role="alert">
          {messages[problem.key ?? ''] ?? problem.message}
        </p>
      ) : null}
      {add(steps.length)}
      {isFull ? <p className={styles.dim}>{words.full}</p> : null}
      <VisuallyHidden role="status">{told}</VisuallyHidden>
    </section>
  )
}

/** Another row, with a key of its own. */
const copyOf = (row: StepValues): StepValues => ({ ...row })
