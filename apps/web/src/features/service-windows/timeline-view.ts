/** By themselves: the address is read with every screen, the span of the timeline with its own. */
export const timelineViews = ['day', 'week', 'month'] as const
export type TimelineView = (typeof timelineViews)[number]

/** What the timeline shows unless the address says: the day where the next window starts on it, else the week. Days such as `2026-11-23`. */
export const usualView = (today: string, nextStart: string | null): TimelineView => (nextStart === today ? 'day' : 'week')
