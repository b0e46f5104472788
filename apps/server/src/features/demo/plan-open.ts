import type { Severity } from '@vakt/contract/severity.ts'
import { fjallbo, nordan } from './demo-customers.ts'
import type { DemoEntity } from './demo-entity.ts'
import { type DemoPersonKey, demoPeople } from './demo-people.ts'
import { demoRules } from './demo-rules.ts'
import { type IncidentPlan, planIncident } from './incident-plan.ts'
import type { Episode } from './plan-episodes.ts'

const minute = 60_000

type OpenEpisode = {
  rule: string
  minutesAgo: number
  value: number
  variant?: string
  severity?: Severity
  raised?: { severity: Severity; minutesAgo: number }
}

type OpenIncident = {
  customerId: string
  /** The name of an entity, or of something that Vakt does not know. */
  target: string
  episodes: OpenEpisode[]
  taken?: { by: DemoPersonKey; minutesAgo: number; text: string; note?: { minutesAgo: number; text: string } }
}

/** What is wrong at this moment: a bad day, but not the worst. */
const openNow: OpenIncident[] = [
  {
    customerId: nordan,
    target: 'app-checkout',
    episodes: [
      { rule: 'Http5xxRate', minutesAgo: 41, value: 19, variant: '/checkout', raised: { severity: 'critical', minutesAgo: 27 } },
      { rule: 'ResponseTimeHigh', minutesAgo: 37, value: 6 },
    ],
    taken: {
      by: 'oskar',
      minutesAgo: 34,
      text: 'Jag har tagit det här. Betalningen svarar långsamt och kassan ger fel för ungefär var femte kund.',
      note: {
        minutesAgo: 16,
        text: 'Felen började två minuter efter dagens release. team-webshop rullar tillbaka, beräknat klart inom en halvtimme.',
      },
    },
  },
  {
    customerId: nordan,
    target: 'receipts',
    episodes: [{ rule: 'ReplicationLag', minutesAgo: 126, value: 410 }],
    taken: {
      by: 'linnea',
      minutesAgo: 112,
      text: 'The replica is behind because of the archiving of old receipts. Sales in the stores are not affected; I am watching until it has caught up.',
    },
  },
  {
    customerId: nordan,
    target: 'evh-scanners',
    episodes: [{ rule: 'QueueBacklog', minutesAgo: 54, value: 12_400, variant: 'stock-updates' }],
  },
  {
    customerId: nordan,
    target: 'adf-nordan',
    episodes: [{ rule: 'PipelineFailed', minutesAgo: 505, value: 2, variant: 'pl_sales_daily' }],
    taken: {
      by: 'daniel',
      minutesAgo: 130,
      text: 'Källfilen från kassasystemet saknas. Jag har bett team-stores att skicka den igen, sedan kör vi om.',
    },
  },
  { customerId: nordan, target: 'vm-print-01', episodes: [{ rule: 'DiskAlmostFull', minutesAgo: 187, value: 7, variant: '/var/log' }] },
  {
    customerId: nordan,
    target: 'kv-nordan-prod',
    episodes: [{ rule: 'CertificateExpiresSoon', minutesAgo: 1_260, value: 21, variant: 'b2b.nordan.example' }],
  },
  { customerId: nordan, target: 'store-umea-02', episodes: [{ rule: 'HostUnreachable', minutesAgo: 73, value: 4, severity: 'medium' }] },
  {
    customerId: fjallbo,
    target: 'evh-meter-readings',
    episodes: [{ rule: 'QueueBacklog', minutesAgo: 95, value: 7_300, variant: 'hourly-readings', severity: 'medium' }],
  },
]

function episodeOf(open: OpenEpisode, target: string, entity: DemoEntity | null, now: number): Episode {
  const rule = demoRules.find(({ name }) => name === open.rule)
  if (!rule) throw new Error(`There is no demo rule ${open.rule}.`)
  return {
    rule,
    entity,
    targetName: target,
    variant: open.variant ?? null,
    value: open.value,
    severity: open.severity ?? rule.severity,
    raised: open.raised ? { severity: open.raised.severity, at: now - open.raised.minutesAgo * minute } : null,
    startedAt: now - open.minutesAgo * minute,
    endedAt: null,
  }
}

/** The incidents that are open now. */
export function planOpen(entities: readonly DemoEntity[], now: Date): IncidentPlan[] {
  const at = (minutesAgo: number) => now.getTime() - minutesAgo * minute
  return openNow.map(({ customerId, target, episodes, taken }) => {
    const entity = entities.find(({ name }) => name === target) ?? null
    const plan = planIncident(
      customerId,
      episodes.map((episode) => episodeOf(episode, target, entity, now.getTime())),
    )
    const handling = taken && {
      by: demoPeople[taken.by],
      takenAt: at(taken.minutesAgo),
      takenText: taken.text,
      note: taken.note ? { at: at(taken.note.minutesAgo), text: taken.note.text } : null,
      solved: null,
    }
    return { ...plan, handling: handling ?? null }
  })
}
