import { useBlocker } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import styles from './ask-before-leaving.module.css'
import { leavingTexts } from './ask-before-leaving.texts.ts'
import { leavesPage } from './leaves-page.ts'

/** While `when` holds, leaving the page asks first, whichever way it is left. */
export function AskBeforeLeaving({ when }: { when: () => boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => leavesPage(current, next) && when(),
    enableBeforeUnload: when,
    withResolver: true,
  })
  const dialog = useRef<HTMLDialogElement>(null)
  const isBlocked = blocker.status === 'blocked'
  useEffect(() => {
    if (isBlocked) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isBlocked])
  return <Question dialog={dialog} onStay={() => blocker.reset?.()} onLeave={() => blocker.proceed?.()} />
}

type QuestionProps = { dialog: RefObject<HTMLDialogElement | null>; onStay: () => void; onLeave: () => void }

function Question({ dialog, onStay, onLeave }: QuestionProps) {
  const words = useTexts(leavingTexts)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes a dialog with Escape, which the browser does
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={words.leaveTitle}
      onCancel={onStay}
      onClick={(event) => event.target === dialog.current && onStay()}
    >
      <div className={styles.body}>
        <h2 className={styles.title}>{words.leaveTitle}</h2>
        <p className={styles.text}>{words.leaveText}</p>
        <div className={styles.actions}>
          <Button variant="default" onClick={onStay}>
            {words.stay}
          </Button>
          <Button color="red" variant="light" onClick={onLeave}>
            {words.leave}
          </Button>
        </div>
      </div>
    </dialog>
  )
}
