import type { Language } from '@vakt/contract/users/session.ts'
import { replacePictures } from '@vakt/domain/text-pictures.ts'
import { logoId, type MailBrand } from '#server/platform/branding/mail-brand.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'
import type { Block } from './message.ts'
import { writtenHtml } from './written-html.ts'

const font = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const cell = (className: string, style: string, inner: string) => `<tr><td class="${className}" style="${font};${style}">${inner}</td></tr>`

// Mail programs drop style sheets or media queries at will: every style is inline, and the dark theme is only laid over it.
const darkOf = ({ dark }: MailBrand) => `@media (prefers-color-scheme:dark){
body,.page{background:#101216!important}.card{background:#181B21!important;border-color:#2A2F38!important}
.ink{color:#E8EAEE!important}.dim{color:#9AA3B2!important}.quote{color:#E8EAEE!important;border-color:#3A4150!important}
.code{background:#262B34!important}.cell{border-color:#3A4150!important}
.notice{background:#33290F!important;color:#E9B949!important}.link{color:${dark.accent}!important}.button{background:${dark.fill}!important;color:${dark.onFill}!important}.logo{background:#FFFFFF!important}}`

/** Names of facts may be those of resources, which would be cut at their hyphens. */
const longestOnOneLine = 24

function htmlOf(block: Block, brand: MailBrand): string {
  const { accent, fill, onFill } = brand.light
  switch (block.type) {
    case 'headline':
      return (
        cell('dim', 'padding:28px 32px 0;font-size:13px;line-height:20px;color:#5A6270', escapeHtml(block.over ?? brand.name)) +
        cell('ink', 'padding:2px 32px 0;font-size:20px;line-height:28px;font-weight:600;color:#1B1F27', escapeHtml(block.text))
      )
    case 'title':
      return cell('ink', 'padding:8px 32px 0;font-size:15px;line-height:22px;color:#1B1F27;word-break:break-word', escapeHtml(block.text))
    case 'text':
      return cell('dim', 'padding:12px 32px 0;font-size:14px;line-height:21px;color:#5A6270', escapeHtml(block.text))
    case 'notice':
      return `<tr><td style="padding:12px 32px 0"><div class="notice" style="${font};background:#FBF3DF;color:#6B4B00;border-radius:6px;padding:6px 12px;font-size:13px;line-height:20px;font-weight:600">${escapeHtml(block.text)}</div></td></tr>`
    case 'written':
      return `<tr><td style="padding:16px 32px 0"><div class="quote" dir="auto" style="${font};border-left:3px solid #D5D9E0;padding:2px 0 2px 14px;font-size:14px;line-height:22px;color:#1B1F27;word-break:break-word">${writtenHtml(block.text, block.sayPicture)}</div></td></tr>`
    case 'facts':
      return `<tr><td style="padding:18px 32px 0"><table role="presentation" cellpadding="0" cellspacing="0" border="0">${block.facts
        .map(
          ([name, value]) =>
            `<tr><td class="dim" style="${font};padding:0 20px 4px 0;font-size:13px;line-height:20px;color:#5A6270;vertical-align:top${name.length > longestOnOneLine ? '' : ';white-space:nowrap'}">${escapeHtml(name)}</td><td class="ink" style="${font};padding:0 0 4px;font-size:13px;line-height:20px;color:#1B1F27">${escapeHtml(value)}</td></tr>`,
        )
        .join('')}</table></td></tr>`
    case 'links':
      return block.links
        .map(({ text, url }) =>
          cell(
            'ink',
            'padding:10px 32px 0;font-size:14px;line-height:21px;word-break:break-word',
            `<a class="link" href="${escapeHtml(url)}" style="color:${accent};text-decoration:none">${escapeHtml(text)}</a>`,
          ),
        )
        .join('')
    case 'button':
      return `<tr><td style="padding:20px 32px 0"><a class="button" href="${escapeHtml(block.url)}" style="${font};display:inline-block;background:${fill};color:${onFill};border-radius:6px;padding:10px 18px;font-size:14px;line-height:20px;font-weight:600;text-decoration:none">${escapeHtml(block.text)}</a></td></tr>`
  }
}

function textOf(block: Block, product: string): string {
  switch (block.type) {
    case 'headline':
      return `${block.over ?? product}: ${block.text}`
    case 'notice':
      return `*** ${block.text} ***`
    case 'written':
      return replacePictures(block.text, block.sayPicture)
        .split(/\r?\n/)
        .map((line) => `> ${line}`)
        .join('\n')
    case 'facts':
      return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
    case 'links':
      return block.links.map(({ text, url }) => `${text}\n  ${url}`).join('\n')
    case 'button':
      return `${block.text}: ${block.url}`
    default:
      return block.text
  }
}

/** The blocks as text. */
export const textOfBlocks = (blocks: Block[], product = 'Vakt'): string => blocks.map((block) => textOf(block, product)).join('\n\n')

type Footer = {
  text: string
  link: { text: string; url: string } | null
  links: readonly { text: string; plain: string; url: string }[]
  poweredBy: string | null
}
type Mail = { language: Language; title: string; blocks: Block[]; footer: Footer; brand: MailBrand }

const frame = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'
const small = 'font-size:12px;line-height:18px;color:#5A6270'

/** The logo, else the name, of a provider that has one. */
function headHtml({ isOwn, logo, name }: MailBrand): string {
  if (!isOwn) return ''
  const inner = logo
    ? `<img class="logo" src="cid:${logoId}" width="${logo.width}" height="${logo.height}" alt="${escapeHtml(name)}" style="display:block;border:0;padding:6px 8px;border-radius:6px">`
    : escapeHtml(name)
  return `<table ${frame} style="max-width:560px">${cell('ink', 'padding:0 24px 16px;font-size:16px;line-height:24px;font-weight:600;color:#1B1F27', inner)}</table>`
}

function footerHtml({ text, link, links, poweredBy }: Footer, brand: MailBrand): string {
  const anchor = ({ text, url }: { text: string; url: string }) =>
    `<a class="link" href="${escapeHtml(url)}" style="color:${brand.light.accent}">${escapeHtml(text)}</a>`
  const own = escapeHtml(brand.footer).replaceAll(/\r?\n/g, '<br>')
  const lines = [escapeHtml(text) + (link ? ` ${anchor(link)}` : ''), own, links.map(anchor).join(' · '), escapeHtml(poweredBy ?? '')]
  return lines
    .filter(Boolean)
    .map((line, index) => cell('dim', `padding:${index === 0 ? 16 : 8}px 32px 0;${small}`, line))
    .join('')
}

function footerText({ text, link, links, poweredBy }: Footer, { footer }: MailBrand): string {
  const lines = [text, link && `${link.text}: ${link.url}`, footer, ...links.map(({ plain }) => plain), poweredBy]
  return lines.filter(Boolean).join('\n')
}

/** One column that any mail program can draw, and the same as text. Everything given is escaped here and nowhere before. */
export function layOutMail({ language, title, blocks, footer, brand }: Mail): { text: string; html: string } {
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title><style>${darkOf(brand)}</style></head>
<body class="page" style="margin:0;padding:0;background:#F2F3F6"><table class="page" ${frame} style="background:#F2F3F6"><tr><td align="center" style="padding:32px 12px">
${headHtml(brand)}<table class="card" ${frame} style="max-width:560px;background:#FFFFFF;border:1px solid #E3E6EB;border-radius:10px">${blocks.map((block) => htmlOf(block, brand)).join('\n')}<tr><td style="height:32px;line-height:32px">&nbsp;</td></tr></table>
<table ${frame} style="max-width:560px">${footerHtml(footer, brand)}</table>
</td></tr></table></body></html>`
  return { text: `${textOfBlocks(blocks, brand.name)}\n\n-- \n${footerText(footer, brand)}\n`, html }
}
