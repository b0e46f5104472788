import type { Recurrence } from '@vakt/contract/service-windows/recurrence.ts'
import { parseInteger } from '#web/forms/field-value.ts'
import { useTexts } from '#web/platform/texts.ts'
import { PlainInput, PlainSelect } from '#web/ui/controls/plain-input.tsx'
import { LabelledPart } from './labelled-part.tsx'
import styles from './recurrence.module.css'
import { scheduleTexts } from './schedule.texts.ts'

type Props = { id: string; recurrence: Recurrence; isOff: boolean; onChange: (change: Partial<Recurrence>) => void }

const usualCount = 10
const maxCount = 1000

export function RecurrenceEnd({ id, recurrence: { startsAt, endsOn, endsAfter }, isOff, onChange }: Props) {
  const words = useTexts(scheduleTexts)
  const kind = endsOn !== null ? 'on' : endsAfter !== null ? 'after' : 'never'
  const firstDay = startsAt.slice(0, 10)
  const starts = {
    never: { endsOn: null, endsAfter: null },
    on: { endsOn: firstDay, endsAfter: null },
    after: { endsOn: null, endsAfter: usualCount },
  }
  return (
    <div className={styles.pair}>
      <LabelledPart id={`${id}-ends`} label={words.ends}>
        <PlainSelect
          id={`${id}-ends`}
          disabled={isOff}
          value={kind}
          onChange={(event) => onChange(starts[event.currentTarget.value as keyof typeof starts])}
        >
          {(['never', 'on', 'after'] as const).map((one) => (
            <option key={one} value={one}>
              {words.endKinds[one]}
            </option>
          ))}
        </PlainSelect>
      </LabelledPart>
      {kind === 'on' ? (
        <LabelledPart id={`${id}-ends-on`} label={words.endsOn}>
          <PlainInput
            id={`${id}-ends-on`}
            type="date"
            min={firstDay}
            max="9999-12-31"
            disabled={isOff}
            value={endsOn ?? ''}
            onChange={(event) => onChange({ endsOn: event.currentTarget.value || firstDay })}
          />
        </LabelledPart>
      ) : null}
      {kind === 'after' ? (
        <LabelledPart id={`${id}-ends-after`} label={words.endsAfter}>
          <PlainInput
            id={`${id}-ends-after`}
            inputMode="numeric"
            autoComplete="off"
            disabled={isOff}
            value={String(endsAfter)}
            onChange={(event) => onChange({ endsAfter: Math.min(Math.max(parseInteger(event.currentTarget.value) || 1, 1), maxCount) })}
          />
        </LabelledPart>
      ) : null}
    </div>
  )
}
