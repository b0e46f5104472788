import type { SourceState } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import { texts } from '#web/platform/texts.ts'

const count = (states: readonly SourceState[], wanted: SourceState) => states.filter((state) => state === wanted).length

const minutesPer = { day: 1440, hour: 60 }

export const sourceTexts = texts(
  {
    title: 'Monitoring sources',
    conclusion: (states: readonly SourceState[]) =>
      [
        count(states, 'silent') > 0 ? `${count(states, 'silent')} silent.` : '',
        count(states, 'expired') > 0 ? `${count(states, 'expired')} with an expired token.` : '',
        count(states, 'expiring') > 0 ? `${count(states, 'expiring')} with a token that expires soon.` : '',
        count(states, 'waiting') > 0 ? `${count(states, 'waiting')} waiting for a first signal.` : '',
        count(states, 'active') > 0 ? `${count(states, 'active')} receiving.` : '',
      ]
        .filter(Boolean)
        .join(' ') || 'Each sender of alerts has a source with a token of its own.',
    add: 'Add source',
    addFor: (customer: string) => `New monitoring source for ${customer}`,
    addHelp: 'Its signals belong to this customer. For a source of the provider, the resource in each signal decides the customer.',
    change: 'Edit',
    details: 'Monitoring source',
    create: 'Create source',
    save: 'Save',
    saved: 'The source is saved.',
    notSaved: 'The source was not saved.',
    listFailed: 'Could not load the monitoring sources',
    nothing: 'No monitoring sources yet',
    nothingText:
      'Create one for each monitoring system that is to send its alerts to Vakt, such as an Alertmanager, a Grafana or an Azure Monitor action group.',
    nothingMatches: 'No source matches',
    noneOf: (customer: string) => `${customer} has no monitoring source yet`,
    noneRevoked: 'No source is revoked',
    search: 'Search sources and customers',
    which: 'Which sources',
    scopes: { all: 'All', revoked: 'Revoked' },
    name: 'Name',
    nameHelp: 'For example “Alertmanager, production”.',
    state: 'State',
    states: {
      active: 'Receiving',
      waiting: 'Waiting for first signal',
      expiring: 'Token expires soon',
      silent: 'Silent',
      expired: 'Token expired',
      revoked: 'Revoked',
    } satisfies Record<SourceState, string>,
    expiresIn: (when: string) => `Expires ${when}`,
    customer: 'Customer',
    allCustomers: (provider: string) => `${provider} (all customers)`,
    formats: 'Formats',
    formatsHelp: 'What the token may send. None chosen: all formats.',
    anyFormat: 'All',
    lastSignal: 'Last signal',
    never: 'Never',
    lastHeartbeat: 'Last heartbeat',
    silentSince: 'Silent since',
    signals: 'Signals, 24 h / all',
    signalsHelp: (day: string, all: string) => `${day} in 24 h, ${all} in all`,
    created: 'Created',
    revoked: 'Revoked',
    expected: 'Alert when silent for',
    expectedHelp: 'When nothing arrives for this long, Vakt raises an alert with an incident. It resolves when signals arrive again.',
    notWatched: 'Never: silence is normal',
    every: (minutes: number) =>
      minutes % minutesPer.day === 0
        ? minutes === minutesPer.day
          ? '24 hours'
          : `${minutes / minutesPer.day} days`
        : minutes % minutesPer.hour === 0
          ? minutes === minutesPer.hour
            ? '1 hour'
            : `${minutes / minutesPer.hour} hours`
          : `${minutes} minutes`,
    heartbeat: 'Heartbeat alert',
    heartbeatHelp:
      'The name of an alert that always fires, such as Watchdog in Prometheus. It opens no incident; silence is counted from the last one.',
    lifetime: 'Token expires',
    lifetimes: { '30': 'After 30 days', '90': 'After 90 days', '365': 'After a year', date: 'On a day', never: 'Never' },
    until: 'Until',
    copyNow: 'Copy the token now',
    copyNowText: 'It is shown only once. If you lose it, rotate it.',
    token: 'Token',
    connect: 'Connect the sender',
    waitingFirst: 'Waiting for the first signal…',
    received: 'Signal received',
    done: 'Done',
    tokens: 'Tokens',
    inUse: 'in use',
    replaced: 'replaced',
    worksUntil: (when: string) => `works until ${when}`,
    worksForever: 'works until it is revoked',
    lastUsed: 'last signal',
    notUsed: 'no signal yet',
    endNow: 'End now',
    ended: 'The replaced token no longer works.',
    rotate: 'Rotate token',
    rotateNow: 'Create new token',
    cancel: 'Cancel',
    overlap: 'Keep the current token valid for',
    overlaps: { '0': 'No time', '1': '1 hour', '24': '24 hours', '168': '7 days' },
    overlapHelp: 'The new token works at once. Until the old one ends, both do, so that no signal is lost while you change the sender.',
    overlapNone:
      'The current token is refused within seconds. Choose this when it has leaked: signals are lost until the sender has the new one.',
    revoke: 'Revoke source',
    revokeAsk: (signals: number) =>
      signals > 0
        ? `Its tokens are refused within seconds, and its alerts no longer reach Vakt. It sent ${signals} ${signals === 1 ? 'signal' : 'signals'} in the last 24 hours.`
        : 'Its tokens are refused within seconds. It sent nothing in the last 24 hours.',
    keep: 'Keep it',
    revokedDone: (name: string) => `${name} is revoked.`,
    restore: 'Undo the revocation',
    restoreHelp: 'You can undo a revocation for 15 minutes. The same tokens then work again.',
    restored: 'The source works again.',
    restoreFailed: 'The revocation could not be undone.',
    revokedForGood: 'This source is revoked for good. Create a new one if it should send again.',
    failed: 'That did not work. Try again.',
    messages: {
      'monitoring_source.name_empty': 'The name cannot be empty.',
      'monitoring_source.formats_empty': 'Choose at least one format, or none for all.',
      'monitoring_source.heartbeat_empty': 'Write the name of the alert, or leave it empty.',
      'monitoring_source.heartbeat_needs_interval': 'Choose how long it may be silent: without that a missing heartbeat is not noticed.',
      'monitoring_source.expiry_past': 'This day has passed. Choose one to come.',
      'monitoring_source.too_many': 'This customer has 50 sources already. Revoke one that is not used any more.',
      'monitoring_source.changed_meanwhile': 'Someone else changed this source. Close the panel and open it again.',
      'monitoring_source.is_revoked': 'The source has been revoked.',
    },
  },
  {
    title: 'Övervakningskällor',
    conclusion: (states) =>
      [
        count(states, 'silent') > 0 ? `${count(states, 'silent')} tysta.` : '',
        count(states, 'expired') > 0 ? `${count(states, 'expired')} med utgången nyckel.` : '',
        count(states, 'expiring') > 0 ? `${count(states, 'expiring')} med en nyckel som snart går ut.` : '',
        count(states, 'waiting') > 0 ? `${count(states, 'waiting')} väntar på sin första signal.` : '',
        count(states, 'active') > 0 ? `${count(states, 'active')} tar emot.` : '',
      ]
        .filter(Boolean)
        .join(' ') || 'Varje avsändare av larm har en källa med en egen nyckel.',
    add: 'Lägg till källa',
    addFor: (customer) => `Ny övervakningskälla för ${customer}`,
    addHelp: 'Signalerna hör till den här kunden. För leverantörens egna källor avgör resursen i varje signal vilken kund det gäller.',
    change: 'Redigera',
    details: 'Övervakningskälla',
    create: 'Skapa källa',
    save: 'Spara',
    saved: 'Källan är sparad.',
    notSaved: 'Källan sparades inte.',
    listFailed: 'Det gick inte att hämta övervakningskällorna',
    nothing: 'Inga övervakningskällor än',
    nothingText:
      'Skapa en för varje övervakningssystem som ska skicka sina larm till Vakt, till exempel en Alertmanager, en Grafana eller en åtgärdsgrupp i Azure Monitor.',
    nothingMatches: 'Ingen källa matchar',
    noneOf: (customer) => `${customer} har ingen övervakningskälla än`,
    noneRevoked: 'Ingen källa är återkallad',
    search: 'Sök källor och kunder',
    which: 'Vilka källor',
    scopes: { all: 'Alla', revoked: 'Återkallade' },
    name: 'Namn',
    nameHelp: 'Till exempel ”Alertmanager, produktion”.',
    state: 'Status',
    states: {
      active: 'Tar emot',
      waiting: 'Väntar på första signalen',
      expiring: 'Nyckeln går snart ut',
      silent: 'Tyst',
      expired: 'Nyckeln har gått ut',
      revoked: 'Återkallad',
    },
    expiresIn: (when) => `Går ut ${when}`,
    customer: 'Kund',
    allCustomers: (provider) => `${provider} (alla kunder)`,
    formats: 'Format',
    formatsHelp: 'Det som nyckeln får skicka. Inget valt: alla format.',
    anyFormat: 'Alla',
    lastSignal: 'Senaste signal',
    never: 'Aldrig',
    lastHeartbeat: 'Senaste livstecken',
    silentSince: 'Tyst sedan',
    signals: 'Signaler, dygn / totalt',
    signalsHelp: (day, all) => `${day} senaste dygnet, ${all} totalt`,
    created: 'Skapad',
    revoked: 'Återkallad',
    expected: 'Larma efter tystnad i',
    expectedHelp: 'När inget kommer in så länge skapar Vakt ett larm med en incident. Det löses när signaler kommer in igen.',
    notWatched: 'Aldrig: tystnad är normalt',
    every: (minutes) =>
      minutes % minutesPer.day === 0
        ? minutes === minutesPer.day
          ? '24 timmar'
          : `${minutes / minutesPer.day} dygn`
        : minutes % minutesPer.hour === 0
          ? minutes === minutesPer.hour
            ? '1 timme'
            : `${minutes / minutesPer.hour} timmar`
          : `${minutes} minuter`,
    heartbeat: 'Larm som livstecken',
    heartbeatHelp:
      'Namnet på ett larm som alltid är aktivt, som Watchdog i Prometheus. Det öppnar ingen incident; tystnaden räknas från det senaste.',
    lifetime: 'Nyckeln upphör',
    lifetimes: { '30': 'Efter 30 dagar', '90': 'Efter 90 dagar', '365': 'Efter ett år', date: 'En viss dag', never: 'Aldrig' },
    until: 'Till',
    copyNow: 'Kopiera nyckeln nu',
    copyNowText: 'Den visas bara den här gången. Om den kommer bort får du byta nyckel.',
    token: 'Nyckel',
    connect: 'Koppla in avsändaren',
    waitingFirst: 'Väntar på den första signalen…',
    received: 'Signal mottagen',
    done: 'Klar',
    tokens: 'Nycklar',
    inUse: 'används',
    replaced: 'utbytt',
    worksUntil: (when) => `gäller till ${when}`,
    worksForever: 'gäller tills den återkallas',
    lastUsed: 'senaste signal',
    notUsed: 'ingen signal än',
    endNow: 'Avsluta nu',
    ended: 'Den utbytta nyckeln gäller inte längre.',
    rotate: 'Byt nyckel',
    rotateNow: 'Skapa ny nyckel',
    cancel: 'Avbryt',
    overlap: 'Låt den nuvarande nyckeln gälla i',
    overlaps: { '0': 'Inte alls', '1': '1 timme', '24': '24 timmar', '168': '7 dagar' },
    overlapHelp:
      'Den nya nyckeln gäller direkt. Tills den gamla upphör gäller båda, så att ingen signal går förlorad medan du ändrar hos avsändaren.',
    overlapNone:
      'Den nuvarande nyckeln nekas inom några sekunder. Välj det om den har läckt: signaler går förlorade tills avsändaren har den nya.',
    revoke: 'Återkalla källan',
    revokeAsk: (signals) =>
      signals > 0
        ? `Nycklarna nekas inom några sekunder och källans larm når inte längre Vakt. Den skickade ${signals} ${signals === 1 ? 'signal' : 'signaler'} det senaste dygnet.`
        : 'Nycklarna nekas inom några sekunder. Källan har inte skickat något det senaste dygnet.',
    keep: 'Behåll',
    revokedDone: (name) => `${name} är återkallad.`,
    restore: 'Ångra återkallandet',
    restoreHelp: 'Ett återkallande kan ångras i 15 minuter. Då gäller samma nycklar igen.',
    restored: 'Källan fungerar igen.',
    restoreFailed: 'Det gick inte att ångra återkallandet.',
    revokedForGood: 'Källan är återkallad för gott. Skapa en ny om den ska skicka igen.',
    failed: 'Det gick inte. Försök igen.',
    messages: {
      'monitoring_source.name_empty': 'Namnet får inte vara tomt.',
      'monitoring_source.formats_empty': 'Välj minst ett format, eller inget för alla.',
      'monitoring_source.heartbeat_empty': 'Skriv larmets namn, eller lämna det tomt.',
      'monitoring_source.heartbeat_needs_interval': 'Välj hur länge det får vara tyst, annars märks det inte att ett livstecken uteblir.',
      'monitoring_source.expiry_past': 'Den dagen har passerat. Välj en senare.',
      'monitoring_source.too_many': 'Kunden har redan 50 källor. Återkalla en som inte används längre.',
      'monitoring_source.changed_meanwhile': 'Någon annan har ändrat källan. Stäng panelen och öppna den igen.',
      'monitoring_source.is_revoked': 'Källan har återkallats.',
    },
  },
)
