import { useTexts } from '#web/platform/texts.ts'
import { DevPage } from '#web/ui/page/dev-page.tsx'
import { VirtualList } from '#web/ui/table/virtual-list.tsx'
import styles from './dev-forms.module.css'
import { devFormsTexts } from './dev-forms.texts.ts'
import { RuleSample } from './rule-sample.tsx'
import { SampleForm } from './sample-form.tsx'
import { SampleStates } from './sample-states.tsx'

const rows = 10_000

export function DevFormsPage() {
  const words = useTexts(devFormsTexts)
  return (
    <DevPage title={words.title} intro={words.intro}>
      <section aria-labelledby="all-kinds">
        <h2 id="all-kinds">{words.allKinds}</h2>
        <p className={styles.dim}>{words.allKindsText}</p>
        <SampleForm />
      </section>
      <section aria-labelledby="in-steps">
        <h2 id="in-steps">{words.rule.title}</h2>
        <p className={styles.dim}>{words.rule.text}</p>
        <div className={styles.inSteps}>
          <RuleSample />
        </div>
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
    </DevPage>
  )
}
