import { Modal } from '@mantine/core'
import { X } from 'lucide-react'
import { useTexts } from '#web/platform/texts.ts'
import { closeFeedback } from '#web/shared/feedback/open-feedback.ts'
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts'
import { inMantine } from '#web/ui/theme/in-mantine.tsx'
import { feedbackTexts } from './feedback.texts.ts'
import { FeedbackForm } from './feedback-form.tsx'
import styles from './feedback-modal.module.css'

/** What is written stays while the form is closed, until it was sent. */
function PlainFeedbackModal({ isOpen }: { isOpen: boolean }) {
  const words = useTexts(feedbackTexts)
  const isPhone = useIsPhone()
  return (
    <Modal.Root
      opened={isOpen}
      onClose={closeFeedback}
      size={560}
      centered
      keepMounted
      returnFocus={false}
      fullScreen={isPhone}
      transitionProps={{ duration: 120 }}
    >
      <Modal.Overlay backgroundOpacity={0.25} />
      <Modal.Content aria-label={words.title}>
        <div className={styles.head}>
          <h2 className={styles.title}>{words.title}</h2>
          <button type="button" className={styles.close} aria-label={words.close} onClick={closeFeedback}>
            <X size={18} aria-hidden="true" />
          </button>
        </div>
        <div className={styles.body}>
          <FeedbackForm />
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}

export const FeedbackModal = inMantine(PlainFeedbackModal)
