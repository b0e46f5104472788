import { PlainLink } from '#web/ui/controls/plain-link.tsx'

/** A figure, as a link where there is a list behind it that the reader may see; behind none there is nothing. */
export const LinkedFigure = ({ href, children }: { href: string | undefined; children: string }) =>
  href && /[1-9]/.test(children) ? <PlainLink href={href}>{children}</PlainLink> : children
