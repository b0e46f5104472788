import type { alertRuleTexts } from './alert-rules.texts.ts'

type Words = (typeof alertRuleTexts)['en']

/** What a rule that follows a standard is said to be: to customers from their provider, to the provider's staff from a standard. */
export const standardWords = (words: Words, isStaff: boolean): Pick<Words, 'provided' | 'newThresholds' | 'providedBy'> =>
  isStaff ? words.ofStandard : words
