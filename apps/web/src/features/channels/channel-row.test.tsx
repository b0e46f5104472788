import type { Channel } from '@vakt/contract/deliveries/channels.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { examinePart } from '#web/testing/examine-part.ts'
import { renderPart } from '#web/testing/render-part.tsx'
import { ChannelRow } from './channel-row.tsx'

const answer = '421 4.3.2 Service not available, closing transmission channel'
const problem = {
  deliveryId: '1',
  at: new Date(Date.now() - 25 * 60_000).toISOString(),
  isWaiting: true,
  reason: 'refused_for_now',
  answer,
}
const mail: Channel = {
  ...{ name: 'mail', carrier: 'smtp.vakt.example', from: 'vakt@vakt.example', languages: [], spent: [], problem },
  counts: [{ state: 'waiting', count: 42 }],
}
const all = { channels: [mail], countries: [], replyAddress: null, phoneCapMinutes: 5, mailCapPerHour: 100 }

for (const [language, waits, since] of [
  ['en', 'The server takes no messages at the moment: they wait.', 'The oldest waits since'],
  ['sv', 'Servern tar inte emot meddelanden just nu: de väntar.', 'Det äldsta väntar sedan'],
] as const)
  test(`a channel whose server takes nothing says so, with the words of the server (${language})`, async () => {
    renderPart(
      <main>
        <h1>Channels</h1>
        <ChannelRow channel={mail} all={all} />
      </main>,
      { language },
    )
    await expect.element(page.getByText(`${waits} ${answer}`)).toBeVisible()
    await expect.element(page.getByText(since)).toBeVisible()
    await examinePart(language)
  })

test('a message that failed is the latest problem, and no word of the whole channel', async () => {
  renderPart(<ChannelRow channel={{ ...mail, problem: { ...problem, isWaiting: false } }} all={all} />)
  await expect.element(page.getByText('Latest problem')).toBeVisible()
  await expect.element(page.getByText(answer)).toBeVisible()
  expect(page.getByText(/they wait/).elements()).toEqual([])
})
