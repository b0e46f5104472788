import type { ReportedRule } from '@vakt/contract/reports/reports.ts'

/** From so many incidents on, of which half were over within ten minutes, a rule is taken for noisy. */
const noisyFrom = 4

/** The names of rules that mostly open incidents which end by themselves. */
export const noisyRules = (rules: readonly ReportedRule[]): string[] =>
  rules.filter(({ opened, short }) => opened >= noisyFrom && short * 2 >= opened).map(({ rule }) => rule)
