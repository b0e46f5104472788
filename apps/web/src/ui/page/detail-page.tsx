import { ChevronDown } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { usePageTitle } from '#web/platform/page-title.ts'
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx'
import styles from './detail-page.module.css'

type DetailHeadProps = {
  /** The way back to the list, above the title. */
  back?: ReactNode
  title: ReactNode
  /** State in marks and words, in one line under the title. */
  state?: ReactNode
  actions?: ReactNode
  headingRef?: Ref<HTMLHeadingElement>
}

type DetailPageProps = Omit<DetailHeadProps, 'title' | 'headingRef'> & {
  title: string
  facts: ReactNode
  /** What else is known of it: below the facts, or at the end where the page is narrow. */
  context?: ReactNode
  /** What the facts are called by those who do not see where they stand. */
  factsLabel: string
  /** Where the page is narrow the facts are folded into one line, so that the story comes first. */
  fold?: { summary: ReactNode; isOpen: boolean; onToggle: () => void }
  children: ReactNode
}

/** Title, state and actions in one line; the story on the left, the facts on the right. The head stays, small, on scroll. */
export function DetailPage({ back, title, state, actions, facts, factsLabel, context, fold, children }: DetailPageProps) {
  usePageTitle(title)
  const heading = useRef<HTMLHeadingElement>(null)
  const [isScrolledPast, setScrolledPast] = useState(false)
  useEffect(() => {
    if (!heading.current) return
    const observer = new IntersectionObserver(
      ([entry]) => entry && setScrolledPast(!entry.isIntersecting && entry.boundingClientRect.top < 80),
      {
        rootMargin: '-64px 0px 0px 0px',
      },
    )
    observer.observe(heading.current)
    return () => observer.disconnect()
  }, [])
  return (
    <article className={styles.page}>
      <div className={styles.mini} data-shown={isScrolledPast || undefined} aria-hidden="true">
        <span className={styles.miniTitle}>{title}</span>
        <span className={styles.miniState}>{state}</span>
      </div>
      <DetailHead back={back} title={title} state={state} actions={actions} headingRef={heading} />
      <div className={styles.columns}>
        <aside className={styles.facts} aria-label={factsLabel} data-folded={(fold && !fold.isOpen) || undefined}>
          {fold ? (
            <button type="button" className={styles.fold} aria-expanded={fold.isOpen} onClick={fold.onToggle}>
              <span className={styles.summary}>
                <VisuallyHidden>{factsLabel}: </VisuallyHidden>
                {fold.summary}
              </span>
              <ChevronDown size={16} aria-hidden="true" />
            </button>
          ) : null}
          <div className={styles.unfolded}>{facts}</div>
        </aside>
        <div className={styles.story}>{children}</div>
        {context ? <div className={styles.context}>{context}</div> : null}
      </div>
    </article>
  )
}

/** What a thing is, how it stands, and what can be done with it. */
export function DetailHead({ back, title, state, actions, headingRef }: DetailHeadProps) {
  return (
    <>
      {back ? <div className={styles.back}>{back}</div> : null}
      <header className={styles.head}>
        <div className={styles.heading}>
          <h1 ref={headingRef} className={styles.title}>
            {title}
          </h1>
          {state ? <div className={styles.state}>{state}</div> : null}
        </div>
        {actions ? (
          <div className={styles.actions} data-acts>
            {actions}
          </div>
        ) : null}
      </header>
    </>
  )
}

/** A part of the story, with its own heading. */
export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <div className={styles.sectionHead}>
        <h2 className={styles.sectionTitle}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
