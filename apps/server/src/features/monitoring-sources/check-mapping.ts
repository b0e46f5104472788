import type { SignalMapping } from '@vakt/contract/monitoring-sources/source-mapping.ts'
import { parsePath, pathsOfTemplate } from '@vakt/domain/value-path.ts'
import { Invalid } from '#server/platform/errors.ts'

/** Throws Invalid with each path that is none. */
export function checkMapping({
  each,
  key,
  state,
  severity,
  title,
  description,
  targets,
  time,
  link,
  runbook,
  value,
  threshold,
}: SignalMapping): void {
  const paths: [string, string | null][] = [
    ['each', each],
    ...key.map((path): [string, string] => ['key', path]),
    ['state.path', state.path],
    ['severity.path', severity.path],
    ...pathsOfTemplate(title).map((path): [string, string] => ['title', path]),
    ['description', description],
    ...targets.map((path): [string, string] => ['targets', path]),
    ...Object.entries({ time, link, runbook, value, threshold }),
  ]
  const odd = paths.filter(([, path]) => path && !parsePath(path))
  if (odd.length === 0) return
  throw new Invalid(
    odd.map(([property, path]) => ({
      property: `mapping.${property}`,
      message: `${path} is no path. Write names and indexes, as in alerts[0].labels.host.`,
      message_translation_key: 'source_mapping.no_path',
    })),
  )
}
