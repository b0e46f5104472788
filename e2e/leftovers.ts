import { expect, type Page } from '@playwright/test'
import { readTokens } from './sign-in.ts'

/** Removes all that this list holds, as the user of the page: an earlier try of the story may have left some. Items have this id. */
export async function removeLeftovers(page: Page, path: string, id: string): Promise<void> {
  const { accessToken } = await readTokens(page)
  const headers = { authorization: `Bearer ${accessToken}` }
  const answer = await page.request.get(`/api/v1/${path}`, { headers })
  const found: Record<string, string>[] = (await answer.json()).result
  for (const item of found) {
    const removed = await page.request.delete(`/api/v1/${path}/${item[id]}`, { headers })
    expect(removed.ok(), `${path}/${item[id]} is removed`).toBe(true)
  }
}
