/**
 * What is noted of a signal that fires nothing or cannot be read. It is stored in English, as the API answers it; screens find its key again and
 * say it in the language of the user. `{…}` is a value.
 */
const templates = {
  'not-object': 'The body is not an object',
  'not-json': 'The body is not valid JSON.',
  'too-deep': 'The body is nested deeper than 200 levels.',
  'too-many-values': 'The body holds more than 2,000,000 values.',
  'too-much-memory': 'Reading the body needs more memory than one signal may take.',
  'too-slow': 'Reading the body takes longer than one signal may take.',
  'not-packed-so': 'The body is not compressed as its Content-Encoding says, or in a way that is not known.',
  'ended-process':
    'Work on it was begun three times and never ended: it may be what stops the server. Read it again only when you know why.',
  'metrics-unreadable': 'No points could be read: {error}',
  'nothing-carried': 'It carries no alerts.',
  'came-late': 'All in it is older than what was received before, or repeats an end: it changes no alert.',
  'no-alert-list': 'The body has no list of alerts; a custom payload template is not read',
  'empty-alert-list': 'The list of alerts is empty',
  'azure-unknown': 'The body is neither the common alert schema nor an older Azure alert that is known',
  'datadog-no-transition': 'The body has no "transition" ($ALERT_TRANSITION); use the payload that the monitoring source shows',
  'datadog-transition': 'There is no transition "{transition}"',
  'zabbix-no-event': 'The body has no event_id; use the media type that the monitoring source offers',
  'zabbix-discovery': 'A discovery or autoregistration event: it fires no alert.',
  'zabbix-value': 'event_value is neither 0 nor 1',
  'google-no-incident': 'The body has no incident',
  'google-state': 'The incident is neither open nor closed',
  'google-no-id': 'The incident has no incident_id',
  'pagerduty-no-action': 'The event has no event_action',
  'pagerduty-change': 'A change event: it fires no alert.',
  'pagerduty-acknowledge': 'An acknowledgement: it changes no alert.',
  'pagerduty-action': 'There is no event_action "{action}"',
  'cloudwatch-subscription': 'It is about the subscription itself.',
  'cloudwatch-no-alarm': 'The message is no CloudWatch alarm',
  'cloudwatch-little-data': 'CloudWatch has too little data for {alarm}: it changes no alert.',
  'cloudwatch-state': 'The alarm has no state that is known',
  'generic-no-mapping': 'The source has no mapping yet: say at the source which field means what',
  'generic-no-list': 'There is no list at {path}',
  'generic-empty-list': 'The list is empty',
  'generic-no-key': 'There is no value at {path}, which tells conditions apart',
  'generic-no-state': 'There is no value at {path}, which says whether it fires',
  'generic-ignored': 'Its state is one that the mapping ignores.',
  'expression-failed': 'The expression of the mapping does not work: {error}',
  'expression-paused':
    'The expression of the mapping takes too much time or memory ({error}). It is paused for this source, and the signal is read again by itself.',
  'sns-no-message':
    'It is no message of Amazon SNS. Raw message delivery carries no signature: turn it off for this subscription, or allow it at the source.',
  'sns-no-topic': 'Its TopicArn names no topic of Amazon SNS.',
  'sns-certificate': 'Its certificate is not one of Amazon SNS in the region of the topic.',
  'sns-old': 'It was signed more than an hour before it came.',
  'sns-signature': 'Its signature does not match.',
  'sns-subscribe-url': 'Its SubscribeURL is not one of Amazon SNS in the region of the topic.',
  'sns-confirmed': 'The subscription of {topic} is confirmed.',
  'sns-unsubscribed': '{topic} no longer sends to this source.',
  'sns-not-allowed': '{topic} wants to send to this source. Allow the topic there.',
  'sns-not-verified': 'Not verified yet: {error}',
} as const

export type SignalNoteKey = keyof typeof templates
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
/** The values of a note, where it has any. */
export type SignalNoteArguments<Key extends SignalNoteKey> = [Names<(typeof templates)[Key]>] extends [never]
  ? []
  : [Record<Names<(typeof templates)[Key]>, string>]

/** A text with its `{…}` replaced; one without a value stays as it is. */
export const fillNote = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)

/** The note in English. */
export const writeSignalNote = <Key extends SignalNoteKey>(key: Key, ...values: SignalNoteArguments<Key>): string =>
  fillNote(templates[key], values[0] ?? {})

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const patterns = (Object.keys(templates) as SignalNoteKey[]).map((key) => {
  const text = templates[key]
    .split(/(\{\w+\})/)
    .map((part) => (/^\{\w+\}$/.test(part) ? `(?<${part.slice(1, -1)}>[^]*)` : escapePattern(part)))
  return { key, pattern: new RegExp(`^${text.join('')}$`) }
})

/** The key of a note and its values; null for one that no template wrote, such as the message of an error. */
export function readSignalNote(note: string): { key: SignalNoteKey; values: Record<string, string> } | null {
  for (const { key, pattern } of patterns) {
    const found = pattern.exec(note)
    if (found) return { key, values: { ...found.groups } }
  }
  return null
}
