import { useTexts } from '#web/platform/texts.ts'
import { Sparkline } from '#web/ui/chart/sparkline.tsx'
import styles from './dev-charts.module.css'
import { devChartsTexts } from './dev-charts.texts.ts'
import { hour, lastDays, sampleWave } from './sample-series.ts'

const { values } = sampleWave(lastDays(3), { key: 'load', label: '', seed: 2, base: 40, swing: 20, noise: 14 }, hour)

export function SparklineSamples() {
  const words = useTexts(devChartsTexts)
  const samples = [
    { label: words.sparkFull, values },
    { label: words.gaps, values: values.map((value, index) => (index % 20 > 14 ? null : value)) },
    { label: words.negative, values: values.map((value) => (value ?? 0) - 40), color: '--vakt-line-2' },
    { label: words.onePoint, values: [3] },
    { label: words.empty, values: [] },
  ]
  return (
    <ul className={styles.sparklines}>
      {samples.map((sample) => (
        <li key={sample.label}>
          <Sparkline {...sample} /> {sample.label}
        </li>
      ))}
    </ul>
  )
}
