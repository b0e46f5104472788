import { queryOptions, useQuery } from '@tanstack/react-query'
import { getAttachment } from '@vakt/contract/tickets/attachments.ts'
import { useEffect, useState } from 'react'
import { withAccessToken } from '#web/platform/api.ts'
import { requestBlob } from '#web/platform/request-file.ts'

export type AttachmentPlace = { customerId: string; ticketId: string; attachmentId: string }

/** The file itself, or its small picture. It never changes. */
const attachmentFileQuery = (place: AttachmentPlace, variant: 'whole' | 'preview') =>
  queryOptions({
    queryKey: ['attachments', place.customerId, place.attachmentId, variant],
    queryFn: ({ signal }) => {
      const query = variant === 'preview' ? { preview: 'true' as const } : {}
      return withAccessToken((accessToken) => requestBlob(getAttachment, { params: place, query, signal }, accessToken))
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

/** An address that an image can show, while the component lives; the file is loaded with the user's token, which an image cannot send. */
export function useAttachmentUrl(place: AttachmentPlace, variant: 'whole' | 'preview', isWanted = true) {
  const { data, isError } = useQuery({ ...attachmentFileQuery(place, variant), enabled: isWanted })
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!data) return
    const made = URL.createObjectURL(data)
    setUrl(made)
    return () => {
      setUrl(null)
      URL.revokeObjectURL(made)
    }
  }, [data])
  return { url, isError }
}
