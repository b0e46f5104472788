import { useQueryClient } from '@tanstack/react-query'
import { createTicket, type NewTicket } from '@vakt/contract/tickets/tickets.ts'
import { useRef, useState } from 'react'
import { ToldFailure } from '#web/forms/form.tsx'
import { ApiError, call } from '#web/platform/api.ts'
import { signInState } from '#web/platform/sign-in-state.ts'
import { toastFailedUploads, type UploadProgress, uploadAttachments } from './upload-attachments.ts'

/** The ticket is there; these files are not. */
export class FilesNotAttached extends ToldFailure {
  readonly files: readonly File[]
  constructor(files: readonly File[]) {
    super(`${files.length} files were not attached.`)
    this.files = files
  }
}

/** Signed out meanwhile, in another tab perhaps. */
const missingUserContext = () => {
  const key = 'ticket.create.missing_user_context'
  return new ApiError(401, { errors: [{ property: '', message: key, message_translation_key: key }], requestId: '' })
}

export type SentTicket = { customerId: string; ticketId: string; temp_id: string }

/**
 * Sends a ticket and then its files, one by one. Where files fail it says so and throws `FilesNotAttached`; sent again, it makes no second
 * ticket but uploads the files it is given then.
 */
export function useTicketSender(onCreated?: () => void) {
  const queryClient = useQueryClient()
  const sent = useRef<SentTicket | null>(null)
  const [created, setCreated] = useState<SentTicket | null>(null)
  const [progress, setProgress] = useState<UploadProgress | null>(null)

  async function create(customerId: string, ticket: NewTicket): Promise<SentTicket> {
    if (!signInState().ready) throw missingUserContext()
    const made = { customerId, ...(await call(createTicket, { params: { customerId }, body: ticket })) }
    sent.current = made
    setCreated(made)
    onCreated?.()
    return made
  }

  async function send(customerId: string, ticket: NewTicket, files: readonly File[]): Promise<SentTicket> {
    const made = sent.current ?? (await create(customerId, ticket))
    const { failed } = await uploadAttachments(made.customerId, made.temp_id, files, setProgress)
    setProgress(null)
    void queryClient.invalidateQueries({ queryKey: ['tickets', made.customerId] })
    if (failed.length === 0) return made
    toastFailedUploads(failed)
    throw new FilesNotAttached(failed.map(({ file }) => file))
  }

  return { send, created, progress }
}
