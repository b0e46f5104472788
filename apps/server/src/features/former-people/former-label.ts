import type { Language } from '@vakt/contract/users/session.ts'

const words: Record<Language, string> = { en: 'Former person', sv: 'Tidigare person' }

/** What stands for the name of a user who was forgotten: the same everywhere, so that a history remains readable. */
export const labelOf = (userId: string, language: Language): string => `${words[language]} ${userId.slice(0, 6)}`
