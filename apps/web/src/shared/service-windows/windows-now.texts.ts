import { texts } from '#web/platform/texts.ts'

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

/** What service windows hold now, wherever it is said. */
export const windowsNowTexts = texts(
  {
    holds: 'Alerts held by',
    until: (time: string) => `until ${time}`,
    held: (n: number) => plural(n, 'alert held now', 'alerts held now'),
    more: (n: number) => `and ${plural(n, 'more window', 'more windows')}`,
    next: 'Next service window:',
    none: 'No service window is ongoing or planned.',
    awaiting: (n: number) => plural(n, 'service window awaits approval', 'service windows await approval'),
    heldBy: 'Held by window',
    held1: 'Held',
    raisedBy: 'Opened when the service window ended:',
    raised1: 'After',
  },
  {
    holds: 'Larm hålls av',
    until: (time: string) => `till ${time}`,
    held: (n: number) => plural(n, 'larm hålls nu', 'larm hålls nu'),
    more: (n: number) => `och ${plural(n, 'fönster till', 'fönster till')}`,
    next: 'Nästa servicefönster:',
    none: 'Inget servicefönster pågår eller är planerat.',
    awaiting: (n: number) => plural(n, 'servicefönster väntar på godkännande', 'servicefönster väntar på godkännande'),
    heldBy: 'Hålls av fönstret',
    held1: 'Hålls',
    raisedBy: 'Öppnades när servicefönstret slutade:',
    raised1: 'Efter',
  },
)
