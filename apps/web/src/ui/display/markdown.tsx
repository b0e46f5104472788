import { lazy, memo, Suspense } from 'react'
import styles from './markdown.module.css'
import type { MarkdownProps } from './markdown-body.tsx'

const loading = import('./markdown-body.tsx')
loading.catch(() => {})
const MarkdownBody = lazy(() => loading.then((module) => ({ default: module.MarkdownBody })))

/**
 * A text that someone wrote in Markdown. What it says stands there at once; its form comes with the part that reads Markdown, and not while
 * it is to be `isPlain`.
 */
export const Markdown = memo(function Markdown({ isPlain = false, ...props }: MarkdownProps & { isPlain?: boolean | undefined }) {
  const plain = (
    <div className={styles.plain} dir="auto">
      {props.text}
    </div>
  )
  if (isPlain) return plain
  return (
    <Suspense fallback={plain}>
      <MarkdownBody {...props} />
    </Suspense>
  )
})
