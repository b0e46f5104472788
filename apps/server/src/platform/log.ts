import { type Logger, pino } from 'pino'

export type Log = Logger

/** One JSON line per request and job. What is secret or personal never gets this far; query strings of sign-in are cut at the door. */
export function createLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } })
}
