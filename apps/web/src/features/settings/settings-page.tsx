import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'
import { usePageTitle } from '#web/platform/page-title.ts'
import styles from './settings-page.module.css'

type SettingsPageProps = {
  title: string
  intro?: ReactNode
  /** The one primary action. */
  action?: ReactNode
  /** Where the focus goes when what had it is gone. */
  ref?: Ref<{ focus(): void }>
  children: ReactNode
}

/** The frame of every page of the settings. */
export function SettingsPage({ title, intro, action, ref, children }: SettingsPageProps) {
  usePageTitle(title)
  const heading = useRef<HTMLHeadingElement>(null)
  useImperativeHandle(ref, () => ({ focus: () => heading.current?.focus() }))
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {intro ? <p className={styles.intro}>{intro}</p> : null}
        </div>
        {action ? <div className={styles.action}>{action}</div> : null}
      </header>
      {children}
    </div>
  )
}
