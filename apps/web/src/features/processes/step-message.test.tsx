import type { ProcessAction } from '@vakt/contract/processes/process-actions.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '#web/testing/render-part.tsx'
import { StepMessage } from './step-message.tsx'

const call = (language: 'sv' | 'en'): ProcessAction => ({
  ...{ type: 'voice_call', phoneNumber: '+46701234567', message: 'm', startHour: 0, endHour: 24 },
  ...{ timeZone: 'Europe/Stockholm', useFullDayOnWeekends: true, language },
})
const sms: ProcessAction = { type: 'sms', phoneNumber: '+46701234567', message: 'm' }
const english = { callLanguages: ['en' as const], smsPartPrice: { millionths: 350_000, currency: 'SEK' } }

test('a call in a language that the provider does not read says so, one that it reads says nothing', async () => {
  renderPart(
    <>
      <StepMessage action={call('sv')} text="m" phone={english} />
      <StepMessage action={call('en')} text="m" phone={english} />
    </>,
    { language: 'sv' },
  )
  await expect.element(page.getByText(/Leverantören av samtal läser inte svenska/)).toBeVisible()
  expect(page.getByText(/läser inte engelska/).elements()).toHaveLength(0)
})

test('an SMS says as how many it is sent, what that costs, and where it is cut', async () => {
  renderPart(
    <>
      <StepMessage action={sms} text={'a'.repeat(161)} phone={english} />
      <StepMessage action={sms} text={'a'.repeat(600)} phone={english} />
      <StepMessage action={sms} text="Ж" phone={undefined} />
    </>,
  )
  await expect.element(page.getByText(/^Sent as 2 SMS · about 0\.70 SEK$/)).toBeVisible()
  await expect.element(page.getByText(/^Sent as 3 SMS · about 1\.05 SEK · longer than 3 SMS: the end is cut off$/)).toBeVisible()
  await expect.element(page.getByText(/^Sent as 1 SMS · characters outside the SMS alphabet/)).toBeVisible()
})
