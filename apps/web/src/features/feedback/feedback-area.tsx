import { lazy, Suspense, useEffect, useState } from 'react'
import { useIsFeedbackOpen } from '#web/shared/feedback/open-feedback.ts'

const FeedbackModal = lazy(() => import('./feedback-modal.tsx').then((module) => ({ default: module.FeedbackModal })))

/** Where the feedback form appears; it is loaded when it is first opened. */
export function FeedbackArea() {
  const isOpen = useIsFeedbackOpen()
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    if (isOpen) setWanted(true)
  }, [isOpen])
  return <Suspense>{isWanted && <FeedbackModal isOpen={isOpen} />}</Suspense>
}
