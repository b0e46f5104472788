import { type FailureWords, failureText } from './failure-text.ts'

/** Why a call failed, beside what was sent; for what is loaded only then. */
export function FailureNote({ error, words, className }: { error: unknown; words: FailureWords; className?: string | undefined }) {
  return (
    <p className={className} role="alert">
      {failureText(error, words)}
    </p>
  )
}
