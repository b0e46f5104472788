import { type Recurrence, recurrenceKinds } from '@vakt/contract/service-windows/recurrence.ts'
import type { FieldInputProps } from '#web/forms/field-input.ts'
import { weekdayName, weekdays } from '#web/forms/weekdays.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { PlainInput, PlainSelect } from '#web/ui/controls/plain-input.tsx'
import { LabelledPart } from './labelled-part.tsx'
import { NextStarts } from './next-starts.tsx'
import styles from './recurrence.module.css'
import { RecurrenceEnd } from './recurrence-end.tsx'
import { scheduleTexts } from './schedule.texts.ts'

const zones = Intl.supportedValuesOf('timeZone')
const monthDays = Array.from({ length: 31 }, (_, index) => index + 1)

/** When something starts, once or again and again; below it in words, with the next ten starts. */
export default function RecurrenceInput({ id, field, error, describedBy, onChange, onBlur }: FieldInputProps) {
  const words = useTexts(scheduleTexts)
  const { locale } = useFormat()
  const recurrence = field.value as Recurrence
  const { timeZone, startsAt, repeats, monthDay, cron } = recurrence
  const isOff = field.isDisabled || field.isLocked
  const change = (more: Partial<Recurrence>) => onChange({ ...recurrence, ...more })
  const toggle = (day: number) =>
    change({
      weekdays: recurrence.weekdays.includes(day) ? recurrence.weekdays.filter((one) => one !== day) : [...recurrence.weekdays, day],
    })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would take its name from a legend, which stands in the frame
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      data-invalid={error !== null || undefined}
      className={styles.recurrence}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onBlur()}
    >
      <div className={styles.pair}>
        <LabelledPart id={id} label={words.startsAt}>
          <PlainInput
            id={id}
            type="datetime-local"
            max="9999-12-31T23:59"
            disabled={isOff}
            value={startsAt}
            onChange={(event) => change({ startsAt: event.currentTarget.value.slice(0, 16) })}
          />
        </LabelledPart>
        <LabelledPart id={`${id}-zone`} label={words.timeZone}>
          <PlainSelect
            id={`${id}-zone`}
            disabled={isOff}
            value={timeZone}
            onChange={(event) => change({ timeZone: event.currentTarget.value })}
          >
            {(zones.includes(timeZone) ? zones : [timeZone, ...zones]).map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </PlainSelect>
        </LabelledPart>
      </div>
      <div className={styles.pair}>
        <LabelledPart id={`${id}-repeats`} label={words.repeats}>
          <PlainSelect
            id={`${id}-repeats`}
            disabled={isOff}
            value={repeats}
            onChange={(event) => change({ repeats: event.currentTarget.value as Recurrence['repeats'] })}
          >
            {recurrenceKinds.map((kind) => (
              <option key={kind} value={kind}>
                {words.kinds[kind]}
              </option>
            ))}
          </PlainSelect>
        </LabelledPart>
        {repeats === 'monthly' ? (
          <LabelledPart id={`${id}-month-day`} label={words.monthDay}>
            <PlainSelect
              id={`${id}-month-day`}
              disabled={isOff}
              value={monthDay ?? 'last'}
              onChange={(event) => change({ monthDay: Number(event.currentTarget.value) || null })}
            >
              {monthDays.map((day) => (
                <option key={day}>{day}</option>
              ))}
              <option value="last">{words.lastDay}</option>
            </PlainSelect>
          </LabelledPart>
        ) : null}
        {repeats === 'cron' ? (
          <LabelledPart id={`${id}-expression`} label={words.cron}>
            <PlainInput
              id={`${id}-expression`}
              autoComplete="off"
              maxLength={100}
              placeholder="15 2 * * *"
              aria-describedby={`${id}-cron-help`}
              disabled={isOff}
              value={cron}
              onChange={(event) => change({ cron: event.currentTarget.value })}
            />
            <span id={`${id}-cron-help`} className={styles.dim}>
              {words.cronHelp}
            </span>
          </LabelledPart>
        ) : null}
      </div>
      {repeats === 'weekly' ? (
        <fieldset className={styles.weekdays}>
          <legend>{words.weekdays}</legend>
          {weekdays.map((day) => (
            <label key={day} className={styles.weekday}>
              <input type="checkbox" disabled={isOff} checked={recurrence.weekdays.includes(day)} onChange={() => toggle(day)} />
              <span>{weekdayName(day, locale, 'short')}</span>
            </label>
          ))}
        </fieldset>
      ) : null}
      {repeats === 'once' ? null : <RecurrenceEnd id={id} recurrence={recurrence} isOff={isOff} onChange={change} />}
      {field.definition.hidesStarts ? null : <NextStarts recurrence={recurrence} />}
    </div>
  )
}
