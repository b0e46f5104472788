import { type DestinationStream, type Logger, pino } from 'pino'
import { createLostConnections } from './database/lost-connections.ts'

export type Log = Logger

/** As pino numbers its levels. */
const fatal = 60

// Written together a few times a second, and at the end: a write for each line would cost more than the line.
const openOutput = () => pino.destination({ dest: 1, sync: false, minLength: 8192, periodicFlush: 200 })

/**
 * One JSON line per request and job. What is secret or personal never gets this far; query strings of sign-in are cut at the door. Lost
 * connections to the database are one line for each pool and minute.
 */
export function createLog(level: string, output: DestinationStream = openOutput()): Log {
  const isCounted = createLostConnections((lost) => log.warn(lost, 'connections to the database were lost'))
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: {
      logMethod(this: Logger, given: Parameters<pino.LogFn>, write: pino.LogFn, severity: number): void {
        // What ends the process is said at once.
        if (severity >= fatal || !isCounted(given[0])) write.apply(this, given)
      },
    },
  }
  const log: Log = pino(options, output)
  return log
}
