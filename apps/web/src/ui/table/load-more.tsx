import { useEffect, useRef } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { uiTexts } from '#web/ui/ui.texts.ts'
import styles from './row-table.module.css'

type LoadMoreProps = {
  isLoading: boolean
  failed: boolean
  onMore: () => void
}

/** The end of a list that goes on: asks for more shortly before it comes into sight. */
export function LoadMore({ isLoading, failed, onMore }: LoadMoreProps) {
  const words = useTexts(uiTexts)
  const end = useRef<HTMLDivElement>(null)
  const askForMore = useRef(onMore)
  askForMore.current = onMore
  useEffect(() => {
    if (!end.current || failed || isLoading) return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && askForMore.current(), {
      rootMargin: '600px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [failed, isLoading])
  return (
    <div ref={end} className={styles.more} role="status">
      {failed ? (
        <>
          {words.moreFailed}{' '}
          <button type="button" className={styles.retry} onClick={onMore}>
            {words.retry}
          </button>
        </>
      ) : isLoading ? (
        words.loadingMore
      ) : null}
    </div>
  )
}
