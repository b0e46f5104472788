import { PlainLink } from '#web/ui/controls/plain-link.tsx'

/** The name of a resource, as a link where the reader may see it. */
export function EntityName({ href, name }: { href: string | undefined; name: string }) {
  return href ? (
    <PlainLink href={href}>
      <bdi>{name}</bdi>
    </PlainLink>
  ) : (
    <bdi>{name}</bdi>
  )
}
