import type { AlertEvent } from './alert-event.ts'

type Named = Pick<AlertEvent, 'fingerprint' | 'labels'>

/** Names are compared without case, and so are values that are paths, as Azure writes its resource ids. */
const withoutCase = (value: string) => (value.startsWith('/') ? value.toLowerCase() : value)

const comparable = (labels: Record<string, string>) =>
  new Map(Object.entries(labels).map(([name, value]) => [name.toLowerCase(), withoutCase(value)]))

/**
 * Which of the firing alerts that their source calls the same are ended: all of them, or those whose labels are those that the end names. Where
 * one of them is the very alert that the end describes, it is that one.
 */
export function alertsEndedBy<Alert extends Named>(
  end: Named & Pick<AlertEvent, 'endsWithLabels'>,
  firing: readonly Alert[],
): readonly Alert[] {
  if (!end.endsWithLabels?.length) return firing
  const itself = firing.filter(({ fingerprint }) => fingerprint === end.fingerprint)
  if (itself.length > 0) return itself
  const named = comparable(end.labels)
  const names = end.endsWithLabels.map((name) => name.toLowerCase())
  return firing.filter(({ labels }) => {
    const own = comparable(labels)
    return names.every((name) => own.get(name) === named.get(name))
  })
}
