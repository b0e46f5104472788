import type { WeekHours } from '#web/forms/field-definition.ts'
import type { FieldInputProps } from '#web/forms/field-input.ts'
import { weekdayName, weekdays } from '#web/forms/weekdays.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DayHours } from './day-hours.tsx'
import { scheduleTexts } from './schedule.texts.ts'
import styles from './week-hours.module.css'

const axis = [0, 6, 12, 18, 24]
const friday = 4

/** A week of opening hours, drawn; every day can be written as well. What cannot be read is held as it was typed. */
export default function WeekHoursInput({ id, field, describedBy, onChange, onBlur }: FieldInputProps) {
  const words = useTexts(scheduleTexts)
  const { locale } = useFormat()
  const week = field.value as WeekHours
  const isOff = field.isDisabled || field.isLocked
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would take its name from a legend, which stands in the frame
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={[`${id}-how`, describedBy].filter(Boolean).join(' ')}
      className={styles.week}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onBlur()}
    >
      <div className={styles.axis} aria-hidden="true">
        {axis.map((hour) => (
          <span key={hour} style={{ insetInlineStart: `${(hour / 24) * 100}%` }}>
            {String(hour).padStart(2, '0')}
          </span>
        ))}
      </div>
      {weekdays.map((day) => (
        <DayHours
          key={day}
          id={day === 0 ? id : `${id}-${day}`}
          name={weekdayName(day, locale)}
          hours={week[day] ?? null}
          isOff={isOff}
          onChange={(hours) => onChange(week.with(day, hours))}
        />
      ))}
      <div className={styles.below}>
        <span id={`${id}-how`} className={styles.how}>
          {words.weekHelp}
        </span>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={isOff}
          onClick={() => onChange(week.map((hours, day) => (day <= friday ? (week[0] ?? null) : hours)))}
        >
          {words.copy(weekdayName(0, locale), `${weekdayName(1, locale, 'short')}–${weekdayName(friday, locale, 'short')}`)}
        </Button>
      </div>
    </div>
  )
}
