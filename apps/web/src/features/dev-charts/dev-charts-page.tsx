import { useTexts } from '#web/platform/texts.ts'
import { DevPage } from '#web/ui/page/dev-page.tsx'
import { devChartsTexts } from './dev-charts.texts.ts'
import { LineSamples } from './line-samples.tsx'

export function DevChartsPage() {
  const words = useTexts(devChartsTexts)
  return (
    <DevPage title={words.title} intro={words.intro}>
      <section aria-labelledby="lines">
        <h2 id="lines">{words.lines}</h2>
        <LineSamples />
      </section>
    </DevPage>
  )
}
