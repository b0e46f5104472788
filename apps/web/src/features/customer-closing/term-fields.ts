import type { FieldDefinition } from '#web/forms/field-definition.ts'
import type { customerClosingTexts } from './customer-closing.texts.ts'

export type TermValues = { term: 'erase' | 'keep'; eraseAfterDays?: number | ''; reason?: string }
type Words = (typeof customerClosingTexts)['en']

/** When a closed customer is erased, or that it is kept, which always needs a reason. */
export const termFields = (words: Words, { needsReason }: { needsReason: boolean }): FieldDefinition<TermValues>[] => [
  {
    type: 'radiogroup',
    name: 'term',
    label: words.term,
    required: true,
    options: [
      { value: 'erase', label: words.termErase },
      { value: 'keep', label: words.termKeep },
    ],
  },
  {
    type: 'number',
    name: 'eraseAfterDays',
    label: words.days,
    required: true,
    min: 0,
    max: 3650,
    render: ({ term }) => term === 'erase',
  },
  {
    type: 'text',
    name: 'reason',
    label: words.reason,
    help: words.reasonHelp,
    required: true,
    maxLength: 500,
    render: ({ term }) => needsReason || term === 'keep',
  },
]

export const termBody = ({ term, eraseAfterDays, reason = '' }: TermValues) => ({
  eraseAfterDays: term === 'keep' ? null : Number(eraseAfterDays),
  reason,
})
