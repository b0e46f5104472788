// Apart from what a rule says: lists of incidents, whose titles name a comparison, load no more of it.

export const thresholdComparisons = ['<', '>', '>=', '<=', '='] as const
export type ThresholdComparison = (typeof thresholdComparisons)[number]
