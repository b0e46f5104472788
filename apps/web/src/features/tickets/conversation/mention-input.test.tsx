import { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { changeSignInState } from '#web/platform/sign-in-state.ts'
import { expectTexts } from '#web/testing/part-helpers.ts'
import { renderPart } from '#web/testing/render-part.tsx'
import { MentionInput } from './mention-input.tsx'

type Answer = (names: string[]) => void
let asked = new Map<string, Answer>()

/** The server answers each search for people when the test says so. */
beforeEach(() => {
  asked = new Map()
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    (address) =>
      new Promise((resolve) => {
        const q = new URL(String(address), location.origin).searchParams.get('q') ?? ''
        asked.set(q, (names) => {
          const people = names.map((name) => ({ userId: name, name, email: `${name}@nordan.example`, isStaff: false }))
          resolve(Response.json({ result: { people } }))
        })
      }),
  )
  changeSignInState({ authed: true, initiated: true, ready: true, accessToken: 'token', expires: Date.now() / 1000 + 3600 })
})
afterEach(() => vi.restoreAllMocks())

async function answer(q: string, names: string[]): Promise<void> {
  await expect.poll(() => asked.has(q)).toBe(true)
  asked.get(q)?.(names)
}

function Reply() {
  const [text, setText] = useState('')
  return (
    <MentionInput
      customerId="1001"
      ticketId="7"
      isPrivate={false}
      label="Reply"
      value={text}
      onChange={setText}
      onMention={() => {}}
      onSend={() => {}}
    />
  )
}

const reply = page.getByRole('textbox', { name: 'Reply' })
const people = page.getByRole('option')

test('Enter names who is found by what was typed, also pressed before the answer', async () => {
  renderPart(<Reply />, { client: new QueryClient() })
  await reply.click()
  await userEvent.keyboard('@')
  await answer('', ['Anna', 'Bo'])
  await expectTexts(people, [/^Anna/, /^Bo/])
  await userEvent.keyboard('b{Enter}')
  await expect.element(reply).toHaveValue('@b')
  await answer('b', ['Bo'])
  await expect.element(reply).toHaveValue('@Bo ')
})

test('Enter before an answer that finds no one begins a new line, as it does without a list', async () => {
  renderPart(<Reply />, { client: new QueryClient() })
  await reply.fill(' and more')
  await userEvent.keyboard('{Home}@')
  await answer('', ['Anna', 'Bo'])
  await expectTexts(people, [/^Anna/, /^Bo/])
  await userEvent.keyboard('x{Enter}')
  await expect.element(reply).toHaveValue('@x and more')
  await answer('x', [])
  await expect.element(reply).toHaveValue('@x\n and more')
  await userEvent.keyboard('y')
  await expect.element(reply).toHaveValue('@x\ny and more')
})
