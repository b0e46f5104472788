import type { EventLogQuery } from '@vakt/contract/agents/agent-configurations.ts'

/** One entry of the journal or of an event log of Windows. */
export type LoggedEvent = {
  at: string
  level: EventLogQuery['level']
  /** A unit of systemd, or a provider of Windows. */
  source: string
  eventId: number | null
  text: string
}

/** What came after a cursor, the oldest first. `isCut`: there was more than is read at once, and it was passed over. */
export type EventBatch = { events: LoggedEvent[]; cursor: string; isCut: boolean }

/** Reads a log from a cursor on. Without one it tells where the log ends: what is past is not read. */
export type ReadLog = (logName: string, level: EventLogQuery['level'], cursor: string | undefined) => Promise<EventBatch>

export const mostEventsAtOnce = 5000
/** Patterns see this much of a text. */
export const longestEventText = 65_536
