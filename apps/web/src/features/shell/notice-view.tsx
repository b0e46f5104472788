import type { ReactNode } from 'react'
import { usePageTitle } from '#web/platform/page-title.ts'
import classes from './notice-view.module.css'

type Props = { title: string; text: string; children: ReactNode }

/** A page that has one thing to say. */
export function NoticeView({ title, text, children }: Props) {
  usePageTitle(title)
  return (
    <div className={classes.notice}>
      <h1>{title}</h1>
      <p>{text}</p>
      <div className={classes.actions}>{children}</div>
    </div>
  )
}
