import { logoMarkup } from '#server/platform/branding/brand-logo.ts'
import { hasOwnIcon, iconVersion } from '#server/platform/branding/brand-page.ts'
import type { Branding } from '#server/platform/branding/branding-table.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'
import type { DemoAccount } from './demo-account.ts'
import { type PageLanguage, pageTexts } from './provider-pages.texts.ts'

/** How each page of the sign-in is written, and whose it is. */
type PageLook = { language: PageLanguage; branding: Branding }

type AccountPage = PageLook & {
  interactionId: string
  accounts: DemoAccount[]
  /** The subject that is signed in already; shown first. */
  current: string | undefined
  /** The e-mail that the portal expects; the focus starts there. */
  loginHint: string | undefined
}

export function renderAccountPage({ language, branding, interactionId, accounts, current, loginHint }: AccountPage): string {
  const t = pageTexts[language]
  const action = `/oidc/interaction/${encodeURIComponent(interactionId)}`
  const other = language === 'sv' ? 'en' : 'sv'
  const currentFirst = accounts.toSorted((a, b) => Number(b.subject === current) - Number(a.subject === current))
  const isReal = accounts.length === 0 || accounts.some((account) => account.isReal)
  const rows = currentFirst.map((account) => renderAccount(account, { language, current, loginHint }))
  return renderPage({ language, branding }, t.choose, {
    body: `<p class="lead">${accounts.length === 0 ? t.nobodyHelp : isReal ? t.chooseRealHelp : t.chooseHelp}</p>
      <form method="post" action="${action}?ui_locales=${language}">
        <ul class="accounts">${rows.join('')}</ul>
        <p class="actions"><button class="quiet" name="cancel" value="yes">${t.cancel}</button>
        <a class="quiet" lang="${other}" hreflang="${other}" href="${action}?ui_locales=${other}">${t.otherLanguage}</a></p>
      </form>`,
    note: isReal ? t.realNote : t.demoNote,
    isDemo: !isReal,
  })
}

type AccountRow = Pick<AccountPage, 'language' | 'current' | 'loginHint'>

function renderAccount(account: DemoAccount, { language, current, loginHint }: AccountRow): string {
  const badge = account.subject === current ? ` <span class="current">${pageTexts[language].signedIn}</span>` : ''
  const focus = account.email === loginHint ? ' autofocus' : ''
  return `<li><button class="account" name="account" value="${escapeHtml(account.subject)}"${focus}>
    <span class="initials" aria-hidden="true">${escapeHtml(account.initials)}</span>
    <span class="who">
      <span class="name">${escapeHtml(account.name)}${badge}</span>
      <span class="caption">${escapeHtml(account.caption[language])}</span>
      <span class="email">${escapeHtml(account.email)}</span>
    </span>
    <svg class="chevron" viewBox="0 0 16 16" aria-hidden="true"><path d="M6 3.5 10.5 8 6 12.5"/></svg>
  </button></li>`
}

type SignOutPage = PageLook & {
  /** The provider's own, with its protection against forged requests. */
  form: string
  /** Whether the person is asked first. */
  isAsked: boolean
}

export function renderSignOutPage({ form, isAsked, ...look }: SignOutPage): string {
  const t = pageTexts[look.language]
  if (isAsked) {
    return renderPage(look, t.askSignOut, {
      body: `<p class="lead">${t.askSignOutHelp}</p>${form}<p class="actions">
        <button class="primary" form="op.logoutForm" name="logout" value="yes">${t.signOut}</button><a class="quiet" href="/">${t.stay}</a></p>`,
    })
  }
  const filledForm = form.replace('</form>', '<input type="hidden" name="logout" value="yes"></form>')
  return renderPage(look, t.signingOut, {
    body: `<p class="lead">${t.signingOutHelp}</p>${filledForm}
      <p class="actions"><button class="quiet" form="op.logoutForm">${t.continue}</button></p>`,
    script: '/oidc-assets/submit-form.js',
  })
}

export function renderSignedOutPage(look: PageLook): string {
  const t = pageTexts[look.language]
  return renderPage(look, t.signedOut, {
    body: `<p class="lead">${t.signedOutHelp}</p><p class="actions"><a class="primary" href="/">${t.toStart}</a></p>`,
  })
}

type ErrorPage = PageLook & {
  /** Refused: a request that makes no sense. Stale: one that came too late. Broken: our own fault. */
  kind: 'refused' | 'stale' | 'broken'
  detail: string
}

export function renderErrorPage({ kind, detail, ...look }: ErrorPage): string {
  const t = pageTexts[look.language]
  return renderPage(look, t.failed, {
    body: `<p class="lead">${t[`${kind}Help`]}</p><p class="actions"><a class="primary" href="/">${t.toStart}</a></p>
      <details><summary>${t.details}</summary><p>${escapeHtml(detail)}</p></details>`,
    note: t.demoNote,
  })
}

const mark = `<svg viewBox="0 0 32 32" aria-hidden="true">
  <rect width="32" height="32" rx="8"/><path d="M7.5 10.5 16 23.5l8.5-13"/><circle cx="16" cy="10.6" r="2.4"/>
</svg>`

/** The logo, else symbol and name; those of Vakt where the provider has none. */
function renderBrand(branding: Branding): string {
  const icon = hasOwnIcon(branding) ? `<img src="/icon.svg?v=${iconVersion(branding)}" width="24" height="24" alt="">` : mark
  return logoMarkup(branding) || `${icon}<span>${escapeHtml(branding.name || 'Vakt')}</span>`
}

type PageContent = { body: string; note?: string; script?: string; isDemo?: boolean }

function renderPage({ language, branding }: PageLook, title: string, { body, note, script, isDemo = true }: PageContent): string {
  const { name, pictures, showsVakt, version } = branding
  const t = pageTexts[language]
  const isOwn = name !== '' || pictures.some(({ kind }) => kind === 'logo')
  return `<!doctype html>
<html lang="${language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="robots" content="noindex">
  <title>${title} · ${escapeHtml(name || 'Vakt')}</title>
  <link rel="icon" href="${hasOwnIcon(branding) ? `/icon.svg?v=${iconVersion(branding)}` : 'data:,'}">
  <link rel="stylesheet" href="/oidc-assets/provider-pages.css">
  <link rel="stylesheet" href="/oidc-assets/branding.css?v=${version}">
  ${script ? `<script src="${script}" defer></script>` : ''}
</head>
<body>
  <main>
    <p class="brand">${renderBrand(branding)}${
      isDemo
        ? `
      <span class="demo">${t.demo}</span>`
        : ''
    }</p>
    <h1>${title}</h1>
    ${body}
    ${note ? `<p class="note">${note}</p>` : ''}
    ${showsVakt && isOwn ? `<p class="powered">${t.poweredBy}</p>` : ''}
  </main>
</body>
</html>`
}
