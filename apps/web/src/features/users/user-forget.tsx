import { useMutation, useQueryClient } from '@tanstack/react-query'
import { forgetUser } from '@vakt/contract/users/former-people.ts'
import type { User } from '@vakt/contract/users/users.ts'
import { useId, useState } from 'react'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PlainInput } from '#web/ui/controls/plain-input.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import { showToast } from '#web/ui/toast/toast.ts'
import { forgetTexts } from './forget.texts.ts'
import styles from './users.module.css'

type Props = { customerId: string; user: User; onDone: () => void }

/** Anonymises a user who has left, once their address is written. `onDone` takes the focus, since the button that had it is gone. */
export function UserForget({ customerId, user, onDone }: Props) {
  const words = useTexts(forgetTexts)
  const [isAsking, setAsking] = useState(false)
  if (isAsking) return <Confirmation {...{ customerId, user, onDone }} onCancel={() => setAsking(false)} />
  return (
    <div className={styles.below}>
      <Button color="red" variant="subtle" onClick={() => setAsking(true)}>
        {words.forget}
      </Button>
      <p className={styles.help}>{words.help}</p>
    </div>
  )
}

function Confirmation({ customerId, user, onDone, onCancel }: Props & { onCancel: () => void }) {
  const words = useTexts(forgetTexts)
  const id = useId()
  const queryClient = useQueryClient()
  const [confirmation, setConfirmation] = useState('')
  const isConfirmed = confirmation.trim().toLowerCase() === user.email.toLowerCase()
  const forgetting = useMutation({
    mutationFn: () => call(forgetUser, { params: { customerId, userId: user.userId }, body: { confirmation } }),
    onSuccess: () => {
      showToast(words.asked, 'success')
      onDone()
      for (const queryKey of [['users', customerId], ['recorded-actions']]) void queryClient.invalidateQueries({ queryKey })
    },
  })
  return (
    <div className={styles.below}>
      <p>{words.sure}</p>
      <label htmlFor={id}>{words.confirm(user.email)}</label>
      <PlainInput
        id={id}
        autoComplete="off"
        autoFocus
        value={confirmation}
        onChange={(event) => setConfirmation(event.currentTarget.value)}
      />
      {forgetting.error ? (
        <p role="alert" className={styles.problem}>
          {failureText(forgetting.error, { failed: words.failed, messages: words.messages })}
        </p>
      ) : null}
      <div className={styles.actions}>
        <Button color="red" variant="light" disabled={!isConfirmed} loading={forgetting.isPending} onClick={() => forgetting.mutate()}>
          {words.yes}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </div>
  )
}

/** What stands instead of all that can be done with a user. */
export function ForgottenNote() {
  const words = useTexts(forgetTexts)
  return (
    <div className={styles.below}>
      <strong>{words.forgotten}</strong>
      <p className={styles.help}>{words.forgottenHelp}</p>
    </div>
  )
}
