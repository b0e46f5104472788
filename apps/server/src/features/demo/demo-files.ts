import { readFileSync } from 'node:fs'
import { attachmentTypeOf, isImageType } from '@vakt/domain/attachment-file.ts'
import { authorOf, type StepOfTicket, type TicketDraft } from './ticket-draft.ts'

type Row = Record<string, unknown>
type Holder = {
  draft: TicketDraft
  ticketId: string
  commentId: string | null
  by: TicketDraft['requester']
  at: number
  files: readonly string[]
}

const readDemoFile = (name: string) => readFileSync(new URL(`files/${name}`, import.meta.url))
const hexOf = (content: Buffer) => `\\x${content.toString('hex')}`

function rowsOf({ draft, ticketId, commentId, by, at, files }: Holder): { attachment: Row; contents: Row[] }[] {
  return files.map((fileName, index) => {
    const content = readDemoFile(fileName)
    const contentType = attachmentTypeOf(fileName) ?? ''
    const previews = isImageType(contentType) ? [{ variant: 'preview', content: hexOf(readDemoFile(`${fileName}.webp`)) }] : []
    const ids = { customer_id: draft.customerId, attachment_id: crypto.randomUUID() }
    return {
      attachment: {
        ...ids,
        ticket_id: ticketId,
        comment_id: commentId,
        place: index + 1,
        file_name: fileName,
        content_type: contentType,
        size: content.length,
        has_preview: previews.length > 0,
        ...authorOf(by),
        created_at: new Date(at),
      },
      contents: [{ variant: 'whole', content: hexOf(content) }, ...previews].map((part) => ({ ...ids, ...part })),
    }
  })
}

/** The files of tickets and of their comments. */
export function attachmentRowsOf(
  stored: readonly (readonly [TicketDraft, string])[],
  comments: readonly (StepOfTicket & { commentId: string })[],
): { attachments: Row[]; contents: Row[] } {
  const ofTickets = stored.map(([draft, ticketId]) => ({
    draft,
    ticketId,
    commentId: null,
    by: draft.requester,
    at: draft.createdAt,
    files: draft.files,
  }))
  const ofComments = comments.map(({ draft, ticketId, commentId, step }) => ({
    draft,
    ticketId,
    commentId,
    by: step.by,
    at: step.at,
    files: step.files ?? [],
  }))
  const rows = [...ofTickets, ...ofComments].flatMap(rowsOf)
  return { attachments: rows.map(({ attachment }) => attachment), contents: rows.flatMap(({ contents }) => contents) }
}
