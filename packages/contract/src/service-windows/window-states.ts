/** What a window is now. One that repeats is `upcoming` between its occurrences. */
export const windowStates = ['ongoing', 'upcoming', 'awaiting-approval', 'refused', 'disabled', 'expired'] as const
export type WindowState = (typeof windowStates)[number]
