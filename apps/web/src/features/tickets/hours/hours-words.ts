/** `90`, `1:30`, `1h 30m`, `1,5 h` in minutes; null for what is no time. A number alone means minutes. */
export function readMinutes(text: string): number | null {
  const written = text.trim().toLowerCase().replaceAll(',', '.')
  const clock = /^(\d{1,3}):([0-5]\d)$/.exec(written)
  if (clock) return Number(clock[1]) * 60 + Number(clock[2])
  const parts = /^(?:(\d+(?:\.\d+)?)\s*(?:h|t|tim|timmar|hours?))?\s*(?:(\d+)\s*(?:m|min|minuter|minutes?)?)?$/.exec(written)
  if (!parts || (parts[1] === undefined && parts[2] === undefined)) return null
  return Math.round(Number(parts[1] ?? 0) * 60) + Number(parts[2] ?? 0)
}
