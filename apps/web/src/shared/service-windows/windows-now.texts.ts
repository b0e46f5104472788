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
    held1: 'Held by window',
    overdue: 'Held longer than planned',
    overdueBy: (time: string) => `Held longer than planned: it should have been raised at ${time} by window`,
    raisedBy: 'Opened when the service window ended:',
    raised1: 'After',
  },
  {
    holds: 'Larm pausas av',
    until: (time: string) => `till ${time}`,
    held: (n: number) => plural(n, 'larm pausat', 'larm pausade'),
    more: (n: number) => `och ${plural(n, 'fönster till', 'fönster till')}`,
    next: 'Nästa servicefönster:',
    none: 'Inget servicefönster pågår eller är planerat.',
    awaiting: (n: number) => plural(n, 'servicefönster väntar på godkännande', 'servicefönster väntar på godkännande'),
    heldBy: 'Pausas av fönstret',
    held1: 'Pausas av fönster',
    overdue: 'Pausat längre än planerat',
    overdueBy: (time: string) => `Pausat längre än planerat: skulle ha öppnats ${time} av fönstret`,
    raisedBy: 'Öppnades när servicefönstret slutade:',
    raised1: 'Efter',
  },
)
