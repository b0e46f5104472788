import type { EventLogQuery } from '@vakt/contract/agents/agent-configurations.ts'
import { type LoggedEvent, longestEventText, mostEventsAtOnce, type ReadLog } from '#agent/collect/logged-event.ts'
import { decodeXmlText } from './decode-output.ts'
import type { RunSystemProgram } from './run-system-program.ts'

/** Levels of Windows; 0 is what its providers always log, and counts as information. */
const levels: Record<EventLogQuery['level'], string> = {
  critical: 'Level=1',
  error: 'Level=1 or Level=2',
  warning: 'Level=1 or Level=2 or Level=3',
  information: 'Level<=4',
  verbose: 'Level<=5',
}
const byNumber: EventLogQuery['level'][] = ['information', 'critical', 'error', 'warning', 'information', 'verbose']

const elementOf = (xml: string, name: string): string =>
  decodeXmlText(new RegExp(`<${name}(?:\\s[^>]*)?>([^<]*)</${name}>`).exec(xml)?.[1] ?? '')
const attributeOf = (xml: string, element: string, name: string): string => {
  const [, single, double] = new RegExp(`<${element}\\s[^>]*?\\b${name}=(?:'([^']*)'|"([^"]*)")`).exec(xml) ?? []
  return decodeXmlText(single ?? double ?? '')
}

/** What `wevtutil qe … /f:RenderedXml` wrote: events one after another, without a common root. */
export function parseEvents(xml: string): { event: LoggedEvent; record: string }[] {
  return xml.split(/(?=<Event[\s>])/).flatMap((part) => {
    const record = elementOf(part, 'EventRecordID')
    const at = Date.parse(attributeOf(part, 'TimeCreated', 'SystemTime'))
    if (record === '' || !Number.isFinite(at)) return []
    // The message as its provider words it; where that is not installed, what the event carries.
    const data = [...part.matchAll(/<Data(?:\s[^>]*)?>([^<]*)<\/Data>/g)].map(([, text]) => decodeXmlText(text ?? ''))
    const text = elementOf(part, 'Message') || data.join('\n')
    const event: LoggedEvent = {
      at: new Date(at).toISOString(),
      level: byNumber[Number(elementOf(part, 'Level'))] ?? 'information',
      source: attributeOf(part, 'Provider', 'Name').slice(0, 300),
      eventId: Number(elementOf(part, 'EventID')),
      text: text.slice(0, longestEventText),
    }
    return [{ event, record }]
  })
}

/** Makes the function that reads the event logs of Windows by its own program, which is given its words one by one. */
export function createEventLogReader(run: RunSystemProgram): ReadLog {
  const query = async (logName: string, words: string[]) =>
    parseEvents(await run('wevtutil.exe', ['qe', logName, '/f:RenderedXml', '/uni:true', ...words]))
  return async (logName, level, cursor) => {
    if (cursor === undefined) {
      const [newest] = await query(logName, ['/c:1', '/rd:true'])
      return { events: [], cursor: newest?.record ?? '0', isCut: false }
    }
    if (!/^\d{1,20}$/.test(cursor)) throw new Error('The place in this log is not known.')
    const wanted = `/q:*[System[(${levels[level]}) and EventRecordID>${cursor}]]`
    const found = await query(logName, [wanted, '/rd:false', `/c:${mostEventsAtOnce}`])
    // What is left is read in the next cycle.
    return { events: found.map(({ event }) => event), cursor: found.at(-1)?.record ?? cursor, isCut: false }
  }
}
