import { openMajorIncident } from '@vakt/contract/incidents/major-incidents.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm } from '#web/forms/use-form.ts'
import { sendRequest } from '#web/platform/request.ts'
import { passTime } from '#web/testing/part-helpers.ts'
import { renderPart } from '#web/testing/render-part.tsx'

type Values = { title: string }

function TitleForm() {
  const form = useForm<Values>({ fields: [{ type: 'text', name: 'title', label: 'Title' }] })
  const send = ({ title }: Values) =>
    sendRequest(openMajorIncident, { body: { title: { en: title }, incidents: [{ customerId: '1001', incidentId: '1' }] } })
  return (
    <Form form={form} label="Start" failureTexts={{ onFields: 'Not started.', general: 'Not started.' }} onSubmit={send}>
      <FormField form={form} name="title" />
      <button type="submit">Send</button>
    </Form>
  )
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The network is what is outside of the browser: requests that end only when they are given up, until it answers. */
function breakNetwork() {
  const keys: (string | null)[] = []
  const network = { isBroken: true }
  vi.spyOn(globalThis, 'fetch').mockImplementation((_address, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'))
    if (!network.isBroken) return Promise.resolve(Response.json({ result: { majorIncidentId: '7' } }))
    return new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  })
  return { keys, network }
}

const texts = {
  en: 'Not started. No answer in time. It may have been done all the same: try again, and it is not done twice.',
  sv: 'Not started. Inget svar i tid. Det kan ändå ha gått igenom. Försök igen, så görs det inte två gånger.',
}

for (const language of ['en', 'sv'] as const)
  test(`a server that never answers ends the call in words (${language}), and the same values are sent again with the same key`, async () => {
    renderPart(<TitleForm />, { language })
    const { keys, network } = breakNetwork()
    const title = page.getByRole('textbox', { name: 'Title' })
    const send = page.getByRole('button', { name: 'Send' })
    await title.fill(`Network fault ${language}`)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await userEvent.dblClick(send)
    await expect.poll(() => keys.length).toBe(1)
    await passTime(29_000)
    await expect.element(page.getByRole('form')).toHaveAttribute('aria-busy', 'true')
    await passTime(1_500)
    await expect.element(page.getByRole('alert').first()).toHaveTextContent(texts[language])
    await title.fill('Another fault')
    await send.click()
    await expect.poll(() => keys.length).toBe(2)
    await passTime(30_500)
    await expect.element(page.getByRole('form')).toHaveAttribute('aria-busy', 'false')
    vi.useRealTimers()
    network.isBroken = false
    await title.fill(`Network fault ${language}`)
    await send.click()
    await expect.poll(() => keys.length).toBe(3)
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys[1]).not.toBe(keys[0])
    expect(keys[2]).toBe(keys[0])
  })
