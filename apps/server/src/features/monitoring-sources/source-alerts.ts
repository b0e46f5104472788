import { sayDuration } from '@vakt/domain/say-duration.ts'
import { lastHeardOf } from '@vakt/domain/source-state.ts'
import { type OwnAlert, writeMoment } from '#server/features/incidents/intake/record-own-alert.ts'
import type { WatchedSource } from './source-watch-table.ts'

const texts = {
  en: {
    silent: (name: string) => `Monitoring source ${name} is silent`,
    nothing: (what: string, since: string, minutes: number) =>
      `No ${what} since ${since}; one is expected within ${sayDuration(minutes, 'en')}. Until then, alerts from this source do not reach Vakt. ` +
      'Check that the sender runs, that it reaches the portal, and that it uses a valid token.',
    signal: 'signal',
    heartbeat: (name: string) => `heartbeat (${name})`,
    soon: (name: string) => `The token of monitoring source ${name} expires soon`,
    expired: (name: string) => `The token of monitoring source ${name} has expired`,
    expiresAt: (when: string) => `It expires ${when}. Rotate it under Admin → Integrations, and give the new one to the sender.`,
    expiredAt: (when: string) =>
      `It expired ${when} and is refused. Rotate it under Admin → Integrations, and give the new one to the sender.`,
  },
  sv: {
    silent: (name: string) => `Övervakningskällan ${name} är tyst`,
    nothing: (what: string, since: string, minutes: number) =>
      `${what} sedan ${since}, fast källan ska höras av inom ${sayDuration(minutes, 'sv')}. Så länge når inga larm därifrån fram till Vakt. ` +
      'Kontrollera att avsändaren är igång, att den når portalen och att den har en giltig nyckel.',
    signal: 'Ingen signal',
    heartbeat: (name: string) => `Inget livstecken (${name})`,
    soon: (name: string) => `Nyckeln för övervakningskällan ${name} går snart ut`,
    expired: (name: string) => `Nyckeln för övervakningskällan ${name} har gått ut`,
    expiresAt: (when: string) => `Den går ut ${when}. Byt nyckel under Admin → Integrationer, och ge avsändaren den nya.`,
    expiredAt: (when: string) => `Den gick ut ${when} och nekas. Byt nyckel under Admin → Integrationer, och ge avsändaren den nya.`,
  },
}

/** The first line titles the incident and its ticket. */
const describe = (name: string, more: string) => `${name}\n\n${more}`

/** The alert about a source from which nothing comes. Its texts are in the language of the customer. */
export function silenceAlert(source: WatchedSource): OwnAlert {
  const words = texts[source.language]
  const { sourceId, name, heartbeatName, watchedSince, expectedMinutes } = source
  const what = heartbeatName === null ? words.signal : words.heartbeat(heartbeatName)
  return {
    fingerprint: `monitoring-source-silent ${sourceId}`,
    rule: 'MonitoringSourceSilent',
    name: words.silent(name),
    description: describe(words.silent(name), words.nothing(what, writeMoment(lastHeardOf(source) ?? watchedSince), expectedMinutes ?? 0)),
    severity: 'high',
    about: name,
  }
}

/** The alert about a token that expires within days or has expired. */
export function expiryAlert(source: WatchedSource, expiry: 'soon' | 'expired'): OwnAlert {
  const words = texts[source.language]
  const when = source.expiresAt ? writeMoment(source.expiresAt) : ''
  return {
    fingerprint: `ingest-token-expiry ${source.sourceId}`,
    rule: 'IngestTokenExpiry',
    name: words[expiry](source.name),
    description: describe(words[expiry](source.name), expiry === 'soon' ? words.expiresAt(when) : words.expiredAt(when)),
    severity: expiry === 'soon' ? 'medium' : 'high',
    about: source.name,
  }
}
