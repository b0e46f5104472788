import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import { useRest } from '#web/ui/hooks/use-rest.ts'

const isForBrowser = (event: MouseEvent) =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.defaultPrevented

type PlainLinkProps = Omit<ComponentProps<'a'>, 'onMouseEnter' | 'onMouseLeave' | 'onFocus' | 'onBlur'> & {
  href: string
  resetScroll?: boolean
}

/**
 * For lists: a link within the portal that is given its address, so that a hundred of them need not ask the router for theirs at each
 * change of place.
 */
export function PlainLink({ href, resetScroll = true, onClick, ...rest }: PlainLinkProps) {
  const router = useRouter()
  const intent = useRest()
  // The router takes an address here as it does in `navigate`; its types do not say so.
  const prepare = ({ currentTarget }: { currentTarget: Element }) =>
    intent.begin(currentTarget, () => void router.preloadRoute({ href } as never).catch(() => {}))

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (isForBrowser(event)) return
    event.preventDefault()
    intent.end()
    void router.navigate({ href, resetScroll })
  }

  return <a {...rest} href={href} onClick={follow} onMouseEnter={prepare} onMouseLeave={intent.end} onFocus={prepare} onBlur={intent.end} />
}
