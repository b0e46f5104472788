// Apart from the calls: the addresses of screens are read by these, and every screen loads them.

/**
 * running: a step is due; waiting: a delay; waiting_for_agent: a command has no outcome yet; held: a service window holds the resource; then how it
 * ended: `loop` where the process started itself again and again, `failed` where a step went on failing.
 */
export const runStates = [
  'running',
  'waiting',
  'waiting_for_agent',
  'held',
  'finished',
  'no_longer_alerting',
  'completed_early',
  'not_allowed',
  'stopped',
  'loop',
  'failed',
] as const
export type RunState = (typeof runStates)[number]
