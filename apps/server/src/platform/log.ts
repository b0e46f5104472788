import { type Logger, pino } from 'pino'

export type Log = Logger

/** One JSON line per request and job. What is secret or personal never gets this far; query strings of sign-in are cut at the door. */
export function createLog(level: string): Log {
  // Written together a few times a second, and at the end: a write for each line would cost more than the line.
  const destination = pino.destination({ dest: 1, sync: false, minLength: 8192, periodicFlush: 200 })
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return pino(options, destination)
}
