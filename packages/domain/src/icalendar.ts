/** An event of a calendar. Times are milliseconds since 1970. */
export type CalendarEvent = { uid: string; startsAt: number; endsAt: number; summary: string; description: string; isTentative: boolean }

const stamp = (milliseconds: number) => new Date(milliseconds).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')

/** RFC 5545, 3.3.11: what separates values is escaped, and line ends are written as `\n`. */
const escapeText = (text: string) =>
  text
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ')

const maxOctets = 75
const encoder = new TextEncoder()

/** RFC 5545, 3.1: no line is longer than 75 octets; what follows begins with a space. No character is cut. */
function fold(line: string): string {
  const lines: string[] = []
  let current = ''
  let octets = 0
  for (const character of line) {
    const length = encoder.encode(character).length
    if (octets + length > maxOctets) {
      lines.push(current)
      current = ' '
      octets = 1
    }
    current += character
    octets += length
  }
  return [...lines, current].join('\r\n')
}

const eventLines = ({ uid, startsAt, endsAt, summary, description, isTentative }: CalendarEvent, now: number) => [
  'BEGIN:VEVENT',
  `UID:${escapeText(uid)}`,
  `DTSTAMP:${stamp(now)}`,
  `DTSTART:${stamp(startsAt)}`,
  `DTEND:${stamp(endsAt)}`,
  `SUMMARY:${escapeText(summary)}`,
  `DESCRIPTION:${escapeText(description)}`,
  `STATUS:${isTentative ? 'TENTATIVE' : 'CONFIRMED'}`,
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
]

/** A calendar of RFC 5545, in UTC. `now` is when it was asked for, milliseconds. */
export function writeCalendar(name: string, events: readonly CalendarEvent[], now: number): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Vakt//Vakt//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    ...events.flatMap((event) => eventLines(event, now)),
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}
