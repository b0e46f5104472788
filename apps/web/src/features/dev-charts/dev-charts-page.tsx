import { useTexts } from '#web/platform/texts.ts'
import { DevPage } from '#web/ui/page/dev-page.tsx'
import { BarSamples } from './bar-samples.tsx'
import { devChartsTexts } from './dev-charts.texts.ts'
import { LineSamples } from './line-samples.tsx'
import { ScheduleSamples } from './schedule-samples.tsx'
import { SparklineSamples } from './sparkline-samples.tsx'

export function DevChartsPage() {
  const words = useTexts(devChartsTexts)
  return (
    <DevPage title={words.title} intro={words.intro}>
      <section aria-labelledby="lines">
        <h2 id="lines">{words.lines}</h2>
        <LineSamples />
      </section>
      <section aria-labelledby="bars">
        <h2 id="bars">{words.bars}</h2>
        <BarSamples />
      </section>
      <section aria-labelledby="sparklines">
        <h2 id="sparklines">{words.sparklines}</h2>
        <SparklineSamples />
      </section>
      <section aria-labelledby="schedules">
        <h2 id="schedules">{words.schedules}</h2>
        <ScheduleSamples />
      </section>
    </DevPage>
  )
}
