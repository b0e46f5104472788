import { useTexts } from '#web/platform/texts.ts'
import { CopyBlock } from '#web/ui/controls/copy-block.tsx'
import { SecretOnce } from '#web/ui/controls/secret-once.tsx'
import { serviceTokenTexts } from './service-tokens.texts.ts'

type Props = { customerId: string; secret: string; onDone: () => void }

const exampleOf = (customerId: string, secret: string) =>
  `curl ${window.location.origin}/api/v1/customer/${encodeURIComponent(customerId)} \\\n  -H 'Authorization: Bearer ${secret}'`

/** The secret of a token that was just created or rotated, with a call that tries it. */
export function ServiceTokenSecret({ customerId, secret, onDone }: Props) {
  const words = useTexts(serviceTokenTexts)
  return (
    <SecretOnce words={words} secret={secret} onDone={onDone}>
      <CopyBlock label={words.example} text={exampleOf(customerId, secret)} />
    </SecretOnce>
  )
}
