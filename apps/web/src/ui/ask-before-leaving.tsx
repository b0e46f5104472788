import { Button, Modal } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useTexts } from '#web/platform/texts.ts'
import styles from './ask-before-leaving.module.css'
import { uiTexts } from './ui.texts.ts'

/** While `when` holds, leaving the page asks first, whichever way it is left. */
export function AskBeforeLeaving({ when }: { when: () => boolean }) {
  const words = useTexts(uiTexts)
  const blocker = useBlocker({ shouldBlockFn: when, enableBeforeUnload: when, withResolver: true })
  const stay = () => blocker.reset?.()
  return (
    <Modal.Root opened={blocker.status === 'blocked'} onClose={stay} size="sm" centered>
      <Modal.Overlay backgroundOpacity={0.25} />
      <Modal.Content aria-label={words.leaveTitle}>
        <div className={styles.body}>
          <h2 className={styles.title}>{words.leaveTitle}</h2>
          <p className={styles.text}>{words.leaveText}</p>
          <div className={styles.actions}>
            <Button variant="default" data-autofocus onClick={stay}>
              {words.stay}
            </Button>
            <Button color="red" variant="light" onClick={() => blocker.proceed?.()}>
              {words.leave}
            </Button>
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}
