/** By themselves: the address is read with every screen, the span of the timeline with its own. */
export const timelineViews = ['day', 'week', 'month'] as const
export type TimelineView = (typeof timelineViews)[number]
