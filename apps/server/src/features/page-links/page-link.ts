import { incidentTitle } from '@vakt/domain/alert-rules/rule-finding.ts'
import type { Context } from '#server/platform/context.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'
import type { LinkPage } from '#server/platform/http/link-pages.ts'
import { acknowledgePage, type PageLink, readPageLink } from './acknowledge-page.ts'
import { pageLinkTexts } from './page-link.texts.ts'

const portalLink = ({ toVakt }: { toVakt: string }) => `<p><a href="/">${toVakt}</a></p>`

function viewOf(link: PageLink | undefined) {
  if (!link) return undefined
  const { language, incident } = link
  const words = pageLinkTexts[language]
  const says =
    link.state === 'open' ? words.open(link.name) : link.state === 'acknowledged' ? words.acknowledged(link.by) : words[link.state]
  return {
    language,
    says,
    ...(incident && { headline: `<p>${words.severities[incident.severity]}</p><h1>${escapeHtml(incidentTitle(incident, language))}</h1>` }),
    button: link.state === 'open' ? words.acknowledge : undefined,
    below: portalLink(words),
  }
}

/** Where the links in pages lead: shows the headline without sign-in, and acknowledges. */
export const pageLink = ({ pool, ports }: Pick<Context, 'pool' | 'ports'>): LinkPage => ({
  path: '/page',
  texts: pageLinkTexts,
  belowUnknown: portalLink(pageLinkTexts.en),
  read: async (token, { now }) => viewOf(await readPageLink({ pool, now }, token)),
  act: async (token, at) => viewOf(await acknowledgePage({ pool, ports, ...at, log: at.log as Context['log'] }, token)),
})
