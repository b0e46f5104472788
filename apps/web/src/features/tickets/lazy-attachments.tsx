import { type ComponentProps, lazy, Suspense } from 'react'

const AttachmentList = lazy(() => import('#web/attachments/attachment-list.tsx').then((module) => ({ default: module.AttachmentList })))

/** What is needed to show files comes with the first of them. */
export function LazyAttachments(props: ComponentProps<typeof AttachmentList>) {
  if (props.attachments.length === 0) return null
  return (
    <Suspense>
      <AttachmentList {...props} />
    </Suspense>
  )
}
