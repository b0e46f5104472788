import { MessageSquareText } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { openFeedback } from '#web/shared/feedback/open-feedback.ts'
import { shellTexts } from './shell.texts.ts'
import classes from './side-bar.module.css'

function openInstead(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  openFeedback()
}

const Icon = <MessageSquareText size={20} strokeWidth={1.75} aria-hidden="true" />

/** In the sidebar: opens the form over the screen instead of leading to its address. */
export function FeedbackItem() {
  const words = useTexts(shellTexts)
  return (
    <a href="/feedback" className={classes.item} aria-label={words.feedback} onClick={openInstead}>
      {Icon}
      <span className={classes.tip} aria-hidden="true">
        {words.feedback}
        <span className={classes.about}>{words.feedbackAbout}</span>
      </span>
    </a>
  )
}

/** The same among the rows of the user menu. */
export function FeedbackRow({ className }: { className: string | undefined }) {
  const words = useTexts(shellTexts)
  return (
    <a href="/feedback" className={className} onClick={openInstead}>
      {Icon}
      {words.feedback}
    </a>
  )
}
