import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useRef } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { FilterTabs } from '#web/ui/filter-tabs.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { BindingList } from './binding-list.tsx'
import { SetAsideList } from './set-aside-list.tsx'
import { unmatchedTexts } from './unmatched.texts.ts'
import { UnmatchedList } from './unmatched-list.tsx'
import { type UnmatchedTab, unmatchedSearch } from './unmatched-search.ts'

const SignalPanel = lazy(() => import('./signal-panel.tsx').then((module) => ({ default: module.SignalPanel })))

export function UnmatchedSignalsPage() {
  const words = useTexts(unmatchedTexts)
  const navigate = useNavigate()
  const search = unmatchedSearch(useSearch({ strict: false }) as Record<string, unknown>)
  const { tab = 'unmatched', open } = search
  const hasOpened = useRef(false)
  if (open) hasOpened.current = true
  const goTo = (next: typeof search) => void navigate({ to: '/admin/unmatched-signals', search: next, replace: true, resetScroll: false })
  const close = () => {
    const key = open
    goTo(tab === 'unmatched' ? {} : { tab })
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-signal="${CSS.escape(key ?? '')}"]`)?.focus())
  }
  return (
    <ListPage
      title={words.title}
      conclusion={words.conclusion}
      filters={
        <FilterTabs<UnmatchedTab>
          label={words.which}
          value={tab}
          options={[
            { value: 'unmatched', label: words.unmatched },
            { value: 'bindings', label: words.bindings },
            { value: 'set-aside', label: words.setAside },
          ]}
          onChange={(next) => goTo(unmatchedSearch({ tab: next }))}
        />
      }
    >
      {tab === 'unmatched' ? <UnmatchedList openKey={open} /> : tab === 'bindings' ? <BindingList /> : <SetAsideList openKey={open} />}
      {hasOpened.current ? (
        <Suspense>
          <SignalPanel tab={tab} open={open} onClose={close} />
        </Suspense>
      ) : null}
    </ListPage>
  )
}
