import { NewTicket } from '@vakt/contract/tickets.ts'

type TextField = 'subject' | 'description'
type TextRules = { pattern?: string; maxLength?: number; messages?: Record<string, string> }

/** The key of the first rule of the contract that each text breaks; what passes here the server takes too. */
export function checkNewTicket(ticket: Record<TextField, string>): Partial<Record<TextField, string>> {
  const broken: Partial<Record<TextField, string>> = {}
  for (const field of ['subject', 'description'] as const) {
    const { pattern, maxLength, messages = {} } = NewTicket.properties[field] as TextRules
    const rule =
      pattern && !new RegExp(pattern).test(ticket[field])
        ? 'pattern'
        : maxLength && ticket[field].length > maxLength
          ? 'maxLength'
          : undefined
    if (rule) broken[field] = messages[rule] ?? rule
  }
  return broken
}
