import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { storePoints } from '#server/features/metrics/metric-point-table.ts'
import { packPoints } from '#server/features/metrics/pack-points.ts'
import { startFastBuckets } from '#server/testing/start-fast-buckets.ts'
import { openContext, signIn, withBrowser } from './browser.ts'
import type { Figure } from './figures.ts'
import { waitForRow, watchRows } from './measure-live.ts'
import { insertRules, ruleCount } from './rules.ts'
import { sized } from './sizes.ts'
import { startVakt, type Vakt } from './start-vakt.ts'

/** The first finds nothing kept of the rules. */
const notCounted = sized(1, 0)
const rounds = sized(9, 1)
const longestWaitMs = 60_000
const customerId = '1001'
const nameOf = (round: number) => `Bench visible ${round}`

/** A rule for each round, which fires in the bucket whose value is the number of the round. */
async function insertVisibleRules({ owner }: Vakt, fromSlot: number, seriesBefore: number): Promise<void> {
  await owner.query(
    `insert into metric_series (customer_id, series_no, metric, labels, label_hash, kind, entity_id, target_key)
     select customer_id, $2::int + 1, 'bench_visible', labels, decode(md5('visible'), 'hex'), kind, entity_id, target_key
     from metric_series where customer_id = $1 and series_no = $2`,
    [customerId, seriesBefore + ruleCount],
  )
  await owner.query(
    'update metric_customer set last_series_no = last_series_no + 1, series_version = series_version + 1 where customer_id = $1',
    [customerId],
  )
  await owner.query(
    `insert into alert_rule (customer_id, name, description, severity, aggregation, threshold_comparison, threshold, alerts_before_action,
       metric_name, auto_close_delay_in_seconds, missing_data, entity_id, active_from_slot, created_at, modified_at)
     select $1, 'Bench visible ' || n, 'Seen.', 1, 'last', '>=', n, 1, 'bench_visible', 0, 'ignored', s.entity_id, $2, now(), now()
     from generate_series(1, $3::int) n, metric_series s where s.customer_id = $1 and s.metric = 'bench_visible'`,
    [customerId, fromSlot, rounds],
  )
  await owner.query('update alert_rule_revision set revision = revision + 1 where customer_id = $1', [customerId])
}

/** From the end of the grace period to the painted row in the open list of alerts, with 10,000 rules on 10,000 series. */
export async function measureVisibleAlerts(): Promise<Figure[]> {
  const { settings, slotOf, bucketStart, bucketCloses, useFastDueTimes } = await startFastBuckets()
  const vakt = await startVakt(settings)
  const pool = new pg.Pool({ ...vakt.connection, max: 2 })
  try {
    await useFastDueTimes(vakt.connection)
    const seriesBefore = await insertRules(vakt, slotOf(Date.now()), { customerId })
    await insertVisibleRules(vakt, slotOf(Date.now()), seriesBefore)
    const values = await withBrowser(async (browser) => {
      const page = await (await openContext(browser, vakt)).newPage()
      await signIn(page)
      await page.goto('/alert-overview')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await watchRows(page)
      const times: number[] = []
      const first = slotOf(Date.now()) + 1
      for (let round = 1; round <= rounds; round++) {
        const slot = first + round - 1
        await wait(Math.max(0, bucketStart(slot) + 500 - Date.now()))
        const packed = packPoints(ruleCount + 1, (batch) => {
          for (let series = 0; series <= ruleCount; series++) {
            batch.no[series] = seriesBefore + series + 1
            batch.offset[series] = 500
            batch.value[series] = series === ruleCount ? round : 40 + Math.sin(series + round)
          }
        })
        await storePoints(pool, customerId, [slot], [packed])
        await wait(bucketCloses(slot) - Date.now())
        times.push((await waitForRow(page, nameOf(round), longestWaitMs)) - bucketCloses(slot))
      }
      return times.slice(notCounted)
    })
    return [
      {
        name: 'from the end of the grace period to the painted alert, 10,000 rules',
        unit: 's',
        values: values.map((one) => one / 1000),
        goal: { atMost: 5 },
      },
    ]
  } finally {
    await pool.end()
    await vakt.stop()
  }
}
