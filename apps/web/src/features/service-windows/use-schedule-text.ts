import type { Recurrence } from '@vakt/contract/service-windows/recurrence.ts'
import { scheduleTexts } from '#web/forms/parts/schedule.texts.ts'
import { describeRecurrence } from '#web/forms/recurrence-text.ts'
import { useFormat } from '#web/platform/format.ts'
import { useLanguage } from '#web/platform/language.ts'
import { useTexts } from '#web/platform/texts.ts'

/** A schedule in words; `described` is what the server says of it, which reads cron expressions. */
export function useScheduleText(): (schedule: Recurrence, described: { en: string; sv: string }) => string {
  const words = useTexts(scheduleTexts)
  const language = useLanguage()
  const { locale } = useFormat()
  return (schedule, described) => (schedule.repeats === 'cron' ? described[language] : describeRecurrence(schedule, words, locale))
}
