import type { ProcessAction } from '@vakt/contract/processes/process-actions.ts'
import type { ProcessChoices } from '@vakt/contract/processes/processes.ts'
import { countSmsParts, fitSms, maxSmsParts, tidySms } from '@vakt/domain/messages/sms-text.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { writePrice } from '#web/shared/messages/write-price.ts'
import styles from './process-form.module.css'
import { stepMessageTexts } from './step-message.texts.ts'

export type PhoneChoices = Pick<ProcessChoices, 'callLanguages' | 'smsPartPrice'>

type StepMessageProps = { action: ProcessAction; text: string; phone: PhoneChoices | undefined }

/** Beneath the text of an SMS how many parts it is paid as, and beneath that of a call whether it can be read in its language. */
export function StepMessage({ action, text, phone }: StepMessageProps) {
  const words = useTexts(stepMessageTexts)
  const { locale } = useFormat()
  if (action.type === 'voice_call')
    return phone && !phone.callLanguages.includes(action.language) ? (
      <p className={styles.notice}>{words.notSpoken[action.language]}</p>
    ) : null
  if (action.type !== 'sms') return null
  const { parts, encoding } = countSmsParts(fitSms(text))
  const price = phone?.smsPartPrice
  const isCut = countSmsParts(tidySms(text).trim()).parts > maxSmsParts
  return (
    <p className={isCut ? styles.notice : styles.parted}>
      {words.parts(parts)}
      {price ? ` · ${words.about(writePrice({ ...price, millionths: price.millionths * parts }, locale))}` : ''}
      {isCut ? ` · ${words.cut(maxSmsParts)}` : ''}
      {encoding === 'ucs2' ? ` · ${words.unusual}` : ''}
    </p>
  )
}
