import type { Page } from '@playwright/test'
import { heading } from './screens.ts'
import { readTokens } from './sign-in.ts'
import { expect } from './story.ts'

/** Opens a ticket of customer 1001 by the API, as the signed-in user, shows it and gives its address. For stories about what comes after. */
export async function createTicket(page: Page, subject: string, description: string): Promise<string> {
  const { accessToken } = await readTokens(page)
  const answer = await page.request.post('/api/v1/customer/1001/ticket', {
    headers: { authorization: `Bearer ${accessToken}` },
    data: { subject, description, email: 'admin@nordan.example', impact: 4, urgency: 4, priority: 4 },
  })
  const { result } = (await answer.json()) as { result: { ticketId: string } }
  const address = `/tickets/1001/${result.ticketId}/details`
  await page.goto(address)
  await expect(heading(page)).toHaveText(subject)
  return address
}
