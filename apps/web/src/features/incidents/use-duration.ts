import { useFormat } from '#web/platform/format.ts'
import { useLanguage } from '#web/platform/language.ts'
import { useTicks } from '#web/ui/hooks/use-ticks.ts'

const minuteMs = 60_000

/** How long something lasts, in its two largest units: `1 h 33 min`. Without an end: until now, brought up to date twice a minute. */
export function useDuration(): (from: string, to: string | null) => string {
  useTicks()
  const format = useFormat()
  const hour = useLanguage() === 'sv' ? 'tim' : 'h'
  return (from, to) => {
    const minutes = Math.max(0, Math.floor(((to === null ? Date.now() : Date.parse(to)) - Date.parse(from)) / minuteMs))
    const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
    if (days > 0) return `${format.number(days)} d${hours > 0 ? ` ${hours} ${hour}` : ''}`
    if (hours > 0) return `${hours} ${hour}${rest > 0 ? ` ${rest} min` : ''}`
    return `${rest} min`
  }
}
