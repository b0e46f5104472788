import { createLink } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'

type Look = {
  variant?: 'filled' | 'default' | 'subtle' | 'light'
  /** A compact one stands within text or beside small things. */
  size?: 'sm' | 'md' | 'compact-sm' | 'compact-md'
  color?: 'accent' | 'red'
  leftSection?: ReactNode
  rightSection?: ReactNode
}

const lookOf = ({ variant = 'filled', size = 'sm', color = 'accent' }: Look, className: string | undefined) => ({
  className: className ? `${styles.button} ${className}` : styles.button,
  'data-variant': variant,
  'data-size': size,
  'data-color': color,
})

function Inside({ leftSection, rightSection, children }: Pick<Look, 'leftSection' | 'rightSection'> & { children: ReactNode }) {
  return (
    <span className={styles.inside}>
      {leftSection}
      <span className={styles.label}>{children}</span>
      {rightSection}
    </span>
  )
}

type ButtonProps = Look & ComponentProps<'button'> & { loading?: boolean }

function swallow(event: MouseEvent) {
  event.preventDefault()
  event.stopPropagation()
}

/** While it is `loading` it shows that, cannot be pressed, and keeps the focus: a disabled button would lose it to nowhere. */
export function Button({ variant, size, color, leftSection, rightSection, loading, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...lookOf({ variant, size, color } as Look, className)}
      {...(loading ? { 'aria-disabled': true, onClick: swallow } : {})}
      data-loading={loading || undefined}
    >
      <Inside leftSection={leftSection} rightSection={rightSection}>
        {children}
      </Inside>
    </button>
  )
}

/** A link to somewhere else that looks like a button. */
export function ButtonAnchor({
  variant,
  size,
  color,
  leftSection,
  rightSection,
  className,
  children,
  ...rest
}: Look & ComponentProps<'a'>) {
  return (
    <a {...rest} {...lookOf({ variant, size, color } as Look, className)}>
      <Inside leftSection={leftSection} rightSection={rightSection}>
        {children}
      </Inside>
    </a>
  )
}

/** A link to another screen that looks like a button; takes `to`, `params` and `search`. */
export const ButtonLink = createLink(ButtonAnchor)
