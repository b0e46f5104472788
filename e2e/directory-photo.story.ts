import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { heading } from './screens.ts'
import { signIn } from './sign-in.ts'
import { expect, test } from './story.ts'

type Answer = (response: ServerResponse) => void

/** The company's directory, which answers as the story wants. */
async function startDirectory() {
  const asked: (string | undefined)[] = []
  const directory = { answer: (() => {}) as Answer, asked, url: '', stop: () => {} }
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', 'authorization')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    asked.push(request.headers.authorization)
    directory.answer(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  directory.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/me/photo/$value`
  directory.stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return directory
}

/** A picture that the browser draws, so that it is a real one. */
async function drawJpeg(page: Page): Promise<Buffer> {
  const dataUrl = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 96, height: 96 })
    canvas.getContext('2d')?.fillRect(0, 0, 48, 96)
    return canvas.toDataURL('image/jpeg')
  })
  return Buffer.from(dataUrl.split(',')[1] ?? '', 'base64')
}

const send =
  (status: number, type: string, body: string | Buffer): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': type }).end(body)

test('the photo of the directory is shown, and one that cannot be had gets in no one’s way', async ({ startOwnVakt, expectError }) => {
  test.setTimeout(150_000)
  expectError(/status of (404|500|400)|ERR_(FAILED|ABORTED|EMPTY_RESPONSE|CONNECTION)/)
  const directory = await startDirectory()
  const vakt = await startOwnVakt({ GRAPH_PHOTO_URL: directory.url })
  const tab = await vakt.openPage()
  directory.answer = send(404, 'application/json', '{}')
  await signIn(tab, 'reader')
  await expect.poll(() => directory.asked.length).toBe(1)
  /** Each tab is a visit of its own. */
  const visit = async () => {
    const visitor = await tab.context().newPage()
    await visitor.goto('/tickets/1001')
    await expect(heading(visitor)).toContainText('Tickets')
    return visitor
  }
  const photo = (visitor: Page) => visitor.getByRole('button', { name: /^Account of/ }).locator('img')
  const failures: Record<string, Answer> = {
    none: send(404, 'application/json', '{}'),
    broken: send(500, 'text/plain', 'no'),
    'no image': send(200, 'text/html', '<h1>Sign in</h1>'),
    'what only says that it is an image': send(200, 'image/jpeg', 'no picture'),
    'cut off': (response) => response.destroy(),
  }
  try {
    for (const [name, answer] of Object.entries(failures)) {
      await test.step(name, async () => {
        directory.answer = answer
        const before = directory.asked.length
        const visitor = await visit()
        await expect.poll(() => directory.asked.length).toBeGreaterThan(before)
        await expect(photo(visitor)).toHaveCount(0)
        await visitor.getByRole('link', { name: 'Overview' }).first().click()
        await expect(heading(visitor)).toContainText(/open incident|All good/)
        await visitor.close()
      })
    }
    await test.step('slow: no one waits for it, and it is there once it comes', async () => {
      const waiting: ServerResponse[] = []
      directory.answer = (response) => void waiting.push(response)
      const visitor = await visit()
      await expect.poll(() => waiting.length).toBe(1)
      await expect(photo(visitor)).toHaveCount(0)
      const [late] = waiting
      if (late) send(200, 'image/jpeg', await drawJpeg(visitor))(late)
      await expect(photo(visitor)).toHaveAttribute('src', /^data:image\//)
    })
    expect(directory.asked.every((authorization) => authorization?.startsWith('Bearer '))).toBe(true)
  } finally {
    directory.stop()
  }
})
