import { feedbackArea, type NewTicket } from '@vakt/contract/tickets/tickets.ts'

export type FeedbackMetadata = {
  name: string
  email: string
  customer: string
  permissions: readonly string[]
  location: string
  viewport: { width: number; height: number }
  userAgent: string
}

const subjectCharacters = 150

const describe = ({ name, email, customer, permissions, location, viewport, userAgent }: FeedbackMetadata) =>
  [
    `Name: ${name}`,
    `Email: ${email}`,
    `Customer: ${customer}`,
    `Permissions: ${permissions.join(', ')}`,
    `Page: ${location}`,
    `Viewport: ${viewport.width} × ${viewport.height}`,
    `Browser: ${userAgent}`,
  ].join('\n')

/** Feedback as the ticket that it becomes. The metadata is in English: the provider's people read it. */
export function buildFeedback(description: string, metadata: FeedbackMetadata): NewTicket {
  const text = description.trim()
  // A subject is one line; characters are counted, so that none is cut in half.
  const beginning = [...text.replace(/\s+/g, ' ')].slice(0, subjectCharacters).join('')
  return {
    subject: `[FEEDBACK]${beginning}`,
    email: metadata.email,
    description: `${text}\n\n---\n${describe(metadata)}`,
    impact: 4,
    urgency: 4,
    priority: 1,
    status: 'new',
    type: 'request',
    area: feedbackArea,
  }
}
