import { type MarkdownElement, type MarkdownNode, readMarkdown } from '@vakt/domain/markdown-tree.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'

const gap = 'margin:0 0 10px'
const border = 'border:1px solid #D5D9E0'
const mono = "font-family:ui-monospace,'SF Mono',Menlo,Consolas,monospace;font-size:13px"

/** What a mail may hold of a text, and how it looks there; of any other element only what it says. */
const styles: Record<string, string> = {
  p: gap,
  strong: '',
  em: '',
  s: '',
  ul: `${gap};padding-left:22px`,
  li: '',
  blockquote: `${gap};border-left:3px solid #D5D9E0;padding-left:12px`,
  table: `${gap};border-collapse:collapse;font-size:13px`,
  thead: '',
  tbody: '',
  tr: '',
  th: `${border};padding:3px 8px;text-align:left`,
  td: `${border};padding:3px 8px`,
}
const classes: Record<string, string> = { blockquote: 'cell', th: 'cell', td: 'cell' }

function wrap(tag: string, inner: string): string {
  const style = styles[tag]
  if (style === undefined) return inner
  const className = classes[tag] ? ` class="${classes[tag]}"` : ''
  return `<${tag}${className}${style && ` style="${style}"`}>${inner}</${tag}>`
}

function htmlOf({ tag, attributes, children }: MarkdownElement, sayPicture: (name: string) => string): string {
  if (tag === 'picture') return escapeHtml(sayPicture(attributes.picture ?? ''))
  const inner = nodesHtml(children, sayPicture)
  switch (tag) {
    case 'br':
      return '<br>'
    case 'hr':
      return `<hr class="cell" style="border:0;border-top:1px solid #D5D9E0;margin:10px 0">`
    case 'heading':
      return wrap('p', `<strong>${inner}</strong>`)
    case 'a': {
      if (attributes.href === undefined) return inner
      return `<a class="link" href="${escapeHtml(attributes.href)}" style="color:#4B4AC9" rel="noopener noreferrer nofollow">${inner}</a>`
    }
    case 'ol':
      return `<ol start="${Number(attributes.start ?? 1)}" style="${gap};padding-left:26px">${inner}</ol>`
    case 'code':
      return `<code class="code" style="${mono};background:#F2F3F6;border-radius:4px;padding:1px 4px">${inner}</code>`
    case 'pre':
      return `<pre class="code" style="${gap};${mono};background:#F2F3F6;border-radius:6px;padding:8px 12px;white-space:pre-wrap">${inner}</pre>`
    default:
      return wrap(tag, inner)
  }
}

const nodesHtml = (nodes: readonly MarkdownNode[], sayPicture: (name: string) => string): string =>
  nodes.map((node) => (typeof node === 'string' ? escapeHtml(node) : htmlOf(node, sayPicture))).join('')

/** A text in Markdown for a mail. Nothing of it is fetched or run; pictures are named, and to be seen in the ticket. */
export const writtenHtml = (text: string, sayPicture: (name: string) => string): string => nodesHtml(readMarkdown(text), sayPicture)
