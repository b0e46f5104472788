import { agentConfigurationLimits } from '@vakt/contract/agents/agent-limits.ts'
import { RE2JS } from 're2js'

/**
 * The engine needs time in proportion to text × program. Ordinary patterns have 4 to 100 instructions; nested repetitions such as
 * `(.{0,100}a){9}c` have thousands, and would take half a minute on 1 MB of log.
 */
const maxProgramSize = 300

export type PatternProblem = 'invalid' | 'too_long' | 'too_large'

function compile(source: string): RE2JS | PatternProblem {
  if (source.length > agentConfigurationLimits.patternLength) return 'too_long'
  try {
    const compiled = RE2JS.compile(source)
    return compiled.programSize() > maxProgramSize ? 'too_large' : compiled
  } catch {
    return 'invalid'
  }
}

/** Null: the pattern can be used. */
export function problemOfPattern(source: string): PatternProblem | null {
  const compiled = compile(source)
  return typeof compiled === 'string' ? compiled : null
}

type Found = { name: string }

/** Whether any of these patterns matches somewhere in a name; those that cannot be used match nothing. */
export function matcherOf(patterns: readonly string[]): (name: string) => boolean {
  const compiled = patterns.map(compile).filter((one) => typeof one !== 'string')
  return (name) => compiled.some((pattern) => pattern.test(name))
}

/** Which of the found services are monitored, which are left out by an ignored pattern, and which no pattern names. */
export function sortServices<Service extends Found>(
  services: readonly Service[],
  { monitoredServices, ignoredServices }: { monitoredServices: readonly string[]; ignoredServices: readonly string[] },
): { monitored: Service[]; ignored: Service[]; others: Service[] } {
  const [isMonitored, isIgnored] = [matcherOf(monitoredServices), matcherOf(ignoredServices)]
  const sorted: Record<'monitored' | 'ignored' | 'others', Service[]> = { monitored: [], ignored: [], others: [] }
  for (const service of services) {
    const { name } = service
    sorted[isIgnored(name) ? 'ignored' : isMonitored(name) ? 'monitored' : 'others'].push(service)
  }
  return sorted
}
