import type { Language } from '@vakt/contract/users/session.ts'
import { replacePictures } from '@vakt/domain/text-pictures.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'
import type { Block } from './message.ts'
import { writtenHtml } from './written-html.ts'

const font = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const cell = (className: string, style: string, inner: string) => `<tr><td class="${className}" style="${font};${style}">${inner}</td></tr>`

// Mail programs drop style sheets or media queries at will: every style is inline, and the dark theme is only laid over it.
const dark = `@media (prefers-color-scheme:dark){
body,.page{background:#101216!important}.card{background:#181B21!important;border-color:#2A2F38!important}
.ink{color:#E8EAEE!important}.dim{color:#9AA3B2!important}.quote{color:#E8EAEE!important;border-color:#3A4150!important}
.code{background:#262B34!important}.cell{border-color:#3A4150!important}
.notice{background:#33290F!important;color:#E9B949!important}.link{color:#9C9BF5!important}.button{background:#5B5AD6!important}}`

function htmlOf(block: Block): string {
  switch (block.type) {
    case 'headline':
      return (
        cell('dim', 'padding:28px 32px 0;font-size:13px;line-height:20px;color:#5A6270', escapeHtml(block.over)) +
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
            `<tr><td class="dim" style="${font};padding:0 20px 4px 0;font-size:13px;line-height:20px;color:#5A6270;vertical-align:top">${escapeHtml(name)}</td><td class="ink" style="${font};padding:0 0 4px;font-size:13px;line-height:20px;color:#1B1F27">${escapeHtml(value)}</td></tr>`,
        )
        .join('')}</table></td></tr>`
    case 'links':
      return block.links
        .map(({ text, url }) =>
          cell(
            'ink',
            'padding:10px 32px 0;font-size:14px;line-height:21px;word-break:break-word',
            `<a class="link" href="${escapeHtml(url)}" style="color:#4B4AC9;text-decoration:none">${escapeHtml(text)}</a>`,
          ),
        )
        .join('')
    case 'button':
      return `<tr><td style="padding:20px 32px 0"><a class="button" href="${escapeHtml(block.url)}" style="${font};display:inline-block;background:#4B4AC9;color:#FFFFFF;border-radius:6px;padding:10px 18px;font-size:14px;line-height:20px;font-weight:600;text-decoration:none">${escapeHtml(block.text)}</a></td></tr>`
  }
}

function textOf(block: Block): string {
  switch (block.type) {
    case 'headline':
      return `${block.over}: ${block.text}`
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
export const textOfBlocks = (blocks: Block[]): string => blocks.map(textOf).join('\n\n')

type Footer = { text: string; link: { text: string; url: string } | null }

/** One column that any mail program can draw, and the same as text. Everything given is escaped here and nowhere before. */
export function layOutMail(mail: { language: Language; title: string; blocks: Block[]; footer: Footer }): {
  text: string
  html: string
} {
  const { language, title, blocks, footer } = mail
  const link = footer.link
    ? ` <a class="link" href="${escapeHtml(footer.link.url)}" style="color:#4B4AC9">${escapeHtml(footer.link.text)}</a>`
    : ''
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title><style>${dark}</style></head>
<body class="page" style="margin:0;padding:0;background:#F2F3F6"><table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#F2F3F6"><tr><td align="center" style="padding:32px 12px">
<table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#FFFFFF;border:1px solid #E3E6EB;border-radius:10px">${blocks.map(htmlOf).join('\n')}<tr><td style="height:32px;line-height:32px">&nbsp;</td></tr></table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">${cell('dim', 'padding:16px 32px 0;font-size:12px;line-height:18px;color:#5A6270', escapeHtml(footer.text) + link)}</table>
</td></tr></table></body></html>`
  const text = `${textOfBlocks(blocks)}\n\n-- \n${footer.text}\n${footer.link ? `${footer.link.text}: ${footer.link.url}\n` : ''}`
  return { text, html }
}
