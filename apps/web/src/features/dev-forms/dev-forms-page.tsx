import { NativeSelect, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { setLanguage, useLanguage } from '#web/platform/language.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { useTexts } from '#web/platform/texts.ts'
import { VirtualList } from '#web/ui/virtual-list.tsx'
import styles from './dev-forms.module.css'
import { devFormsTexts } from './dev-forms.texts.ts'
import { SampleForm } from './sample-form.tsx'
import { SampleStates } from './sample-states.tsx'

const rows = 10_000

export function DevFormsPage() {
  const words = useTexts(devFormsTexts)
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  usePageTitle(words.title)
  return (
    <main id="content" className={styles.page}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h1 className={styles.title}>{words.title}</h1>
          <p className={styles.dim}>{words.intro}</p>
        </div>
        <NativeSelect
          aria-label={words.language}
          value={useLanguage()}
          onChange={(event) => setLanguage(event.currentTarget.value)}
          data={[
            { value: 'sv', label: 'Svenska' },
            { value: 'en', label: 'English' },
          ]}
        />
        <NativeSelect
          aria-label={words.theme}
          value={scheme}
          onChange={(event) => setColorScheme(event.currentTarget.value === 'dark' ? 'dark' : 'light')}
          data={[
            { value: 'light', label: words.light },
            { value: 'dark', label: words.dark },
          ]}
        />
      </header>
      <section aria-labelledby="all-kinds">
        <h2 id="all-kinds">{words.allKinds}</h2>
        <p className={styles.dim}>{words.allKindsText}</p>
        <SampleForm />
      </section>
      <section aria-labelledby="states">
        <h2 id="states">{words.states}</h2>
        <SampleStates />
      </section>
      <section aria-labelledby="list">
        <h2 id="list">{words.list}</h2>
        <p className={styles.dim}>{words.listText}</p>
        <div className={styles.list}>
          <VirtualList count={rows} label={words.list}>
            {(index, style) => (
              // biome-ignore lint/a11y/useSemanticElements: the rows of a virtual list are placed in a list of divs
              <div key={index} role="listitem" aria-setsize={rows} aria-posinset={index + 1} className={styles.row} style={style}>
                {words.row(index + 1)}
              </div>
            )}
          </VirtualList>
        </div>
      </section>
    </main>
  )
}
