import { type ComponentProps, useId, useLayoutEffect, useRef } from 'react'
import styles from './labelled-text-area.module.css'
import { PlainTextArea } from './plain-input.tsx'

type LabelledTextAreaProps = ComponentProps<typeof PlainTextArea> & {
  label: string
  isLabelHidden?: boolean | undefined
  error?: string | null | undefined
  value: string
}

const growsByItself = CSS.supports('field-sizing', 'content')

/** A text of several lines, which grows with what is typed: its label above it, what is wrong with it below. */
export function LabelledTextArea({ label, isLabelHidden, error, id: given, ...props }: LabelledTextAreaProps) {
  const own = useId()
  const id = given ?? own
  const frame = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is measured in the document
  useLayoutEffect(() => {
    const area = growsByItself ? null : frame.current?.querySelector('textarea')
    if (!area) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`
  }, [props.value])
  return (
    <div ref={frame}>
      <label htmlFor={id} className={styles.label} data-hidden={isLabelHidden || undefined}>
        {label}
        {props.required ? (
          <span className={styles.mark} aria-hidden="true">
            {' '}
            *
          </span>
        ) : null}
      </label>
      <PlainTextArea
        {...props}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : props['aria-describedby']}
      />
      {error ? (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  )
}
