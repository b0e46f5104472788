import { Refusal } from '#server/platform/errors.ts'
import type { IngestToken } from './signal-table.ts'

/** The token is good, and not for this format. */
class FormatRefused extends Refusal {
  readonly status = 403
}

/** Throws a refusal, which names the formats that the token is for. */
export function checkFormat({ formats }: Pick<IngestToken, 'formats'>, format: string): void {
  if (!formats || formats.includes(format)) return
  const message = `This ingest token is for ${formats.join(' and ')}, not for ${format}. Allow the format at its monitoring source in Vakt.`
  throw new FormatRefused([{ property: 'format', message, message_translation_key: 'error.format_refused' }])
}
