import { fillNote, readSignalNote, type SignalNoteKey } from '@vakt/domain/signal-note.ts'
import { texts } from '#web/platform/texts.ts'

const swedish: Record<SignalNoteKey, string> = {
  'not-object': 'Innehållet är inget objekt',
  'not-json': 'Innehållet är inte giltig JSON.',
  'too-deep': 'Innehållet har fler än 200 nivåer.',
  'too-many-values': 'Innehållet har fler än 2 000 000 värden.',
  'too-much-memory': 'Innehållet kräver mer minne än en signal får ta.',
  'too-slow': 'Det tar längre tid att läsa innehållet än en signal får ta.',
  'not-packed-so': 'Innehållet är inte komprimerat så som Content-Encoding anger, eller på ett okänt sätt.',
  'ended-process':
    'Bearbetningen påbörjades tre gånger utan att bli klar: det kan vara den här signalen som stoppar servern. Läs den igen först när du vet varför.',
  'metrics-unreadable': 'Inga mätvärden kunde läsas: {error}',
  'nothing-carried': 'Den innehåller inga larm.',
  'came-late': 'Allt i den är äldre än det som redan tagits emot, eller upprepar att larmet har upphört: det ändrar inget larm.',
  'no-alert-list': 'Innehållet har ingen lista med larm; en egen mall för innehållet läses inte',
  'empty-alert-list': 'Listan med larm är tom',
  'azure-unknown': 'Innehållet följer varken Azures gemensamma larmschema eller något äldre Azure-larm som är känt',
  'datadog-no-transition': 'Innehållet saknar "transition" ($ALERT_TRANSITION); använd det innehåll som övervakningskällan visar',
  'datadog-transition': 'Övergången "{transition}" finns inte',
  'zabbix-no-event': 'Innehållet saknar event_id; använd den medietyp som övervakningskällan erbjuder',
  'zabbix-discovery': 'En händelse om upptäckt eller automatisk registrering: den ger inget larm.',
  'zabbix-value': 'event_value är varken 0 eller 1',
  'google-no-incident': 'Innehållet har ingen incident',
  'google-state': 'Incidenten är varken öppen eller stängd',
  'google-no-id': 'Incidenten saknar incident_id',
  'pagerduty-no-action': 'Händelsen saknar event_action',
  'pagerduty-change': 'En ändringshändelse: den ger inget larm.',
  'pagerduty-acknowledge': 'En kvittering: den ändrar inget larm.',
  'pagerduty-action': 'Det finns ingen event_action "{action}"',
  'cloudwatch-subscription': 'Det gäller själva prenumerationen.',
  'cloudwatch-no-alarm': 'Meddelandet är inget CloudWatch-larm',
  'cloudwatch-little-data': 'CloudWatch har för lite data för {alarm}: det ändrar inget larm.',
  'cloudwatch-state': 'Larmet har inget känt tillstånd',
  'generic-no-mapping': 'Källan har ingen mappning än: ange vid källan vilket fält som betyder vad',
  'generic-no-list': 'Det finns ingen lista på {path}',
  'generic-empty-list': 'Listan är tom',
  'generic-no-key': 'Det finns inget värde på {path}, som skiljer ett larm från ett annat',
  'generic-no-state': 'Det finns inget värde på {path}, som anger om det larmar',
  'generic-ignored': 'Mappningen bortser från det här tillståndet.',
  'expression-failed': 'Mappningens uttryck fungerar inte: {error}',
  'expression-paused':
    'Mappningens uttryck tar för mycket tid eller minne ({error}). Det är pausat för den här källan, och signalen läses igen automatiskt.',
  'sns-no-message':
    'Det är inget meddelande från Amazon SNS. Raw message delivery har ingen signatur: stäng av det för den här prenumerationen, eller tillåt det på källan.',
  'sns-no-topic': 'Dess TopicArn anger inget ämne i Amazon SNS.',
  'sns-certificate': 'Certifikatet kommer inte från Amazon SNS i ämnets region.',
  'sns-old': 'Det signerades mer än en timme innan det kom.',
  'sns-signature': 'Signaturen stämmer inte.',
  'sns-subscribe-url': 'Dess SubscribeURL tillhör inte Amazon SNS i ämnets region.',
  'sns-confirmed': 'Prenumerationen på {topic} är bekräftad.',
  'sns-unsubscribed': '{topic} skickar inte längre till den här källan.',
  'sns-not-allowed': '{topic} vill skicka till den här källan. Tillåt ämnet där.',
  'sns-not-verified': 'Inte verifierat än: {error}',
}

/** What was noted of a signal, or why a preview has no alerts: the server writes it in English. What it wrote without a key stays as it is. */
export const signalNoteTexts = texts(
  { note: (text: string): string => text },
  {
    note: (text: string): string => {
      const found = readSignalNote(text)
      return found ? fillNote(swedish[found.key], found.values) : text
    },
  },
)
