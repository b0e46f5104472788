/** A stretch of time: milliseconds since 1970, `to` not included. */
export type Span = { from: number; to: number }

/** Where a moment lies in the span: 0 at its beginning, 1 at its end, outside of it beyond these. */
export const shareOf = (at: number, { from, to }: Span): number => (to > from ? (at - from) / (to - from) : 0)

export const percentOf = (at: number, span: Span): string => `${shareOf(at, span) * 100}%`

export const overlaps = (a: Span, b: Span): boolean => a.from < b.to && a.to > b.from
