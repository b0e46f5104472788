import MarkdownIt, { type Token } from 'markdown-it'
import { pictureName } from './text-pictures.ts'

export type MarkdownElement = { tag: string; attributes: { href?: string; start?: number; picture?: string }; children: MarkdownNode[] }
export type MarkdownNode = string | MarkdownElement

// No HTML of the author's: what looks like it is shown as it was typed. Deep nesting is no text that anybody reads.
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true, maxNesting: 20 }).disable(['lheading', 'reference'])
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
const isForeign = (url: string) => /^(https?:\/\/|mailto:)/i.test(url)
markdown.validateLink = (url) => isForeign(url) || pictureName(url) !== null

const deepest = 40

/** Headings of a comment are none of the page. */
const tagOf = (tag: string) => (/^h[1-6]$/.test(tag) ? 'heading' : tag)

function attributesOf(token: Token): MarkdownElement['attributes'] {
  const [href, start] = [token.attrGet('href'), token.attrGet('start')]
  return { ...(href && isForeign(String(href)) ? { href: String(href) } : {}), ...(start ? { start: Number(start) } : {}) }
}

function leafOf(token: Token): MarkdownNode[] {
  switch (token.type) {
    case 'text':
    case 'text_special':
      return token.content ? [token.content] : []
    case 'softbreak':
    case 'hardbreak':
      return [{ tag: 'br', attributes: {}, children: [] }]
    case 'code_inline':
      return [{ tag: 'code', attributes: {}, children: [token.content] }]
    case 'fence':
    case 'code_block':
      return [{ tag: 'pre', attributes: {}, children: [token.content.replace(/\n$/, '')] }]
    case 'hr':
      return [{ tag: 'hr', attributes: {}, children: [] }]
    // A picture from elsewhere would tell its server who reads: it is a link. Those that are attached are shown.
    case 'image': {
      const href = String(token.attrGet('src') ?? '')
      const picture = pictureName(href)
      if (picture !== null) return [{ tag: 'picture', attributes: { picture }, children: [token.content || picture] }]
      return [{ tag: 'a', attributes: { href }, children: [token.content || href] }]
    }
    default:
      return token.content ? [token.content] : []
  }
}

function grow(tokens: readonly Token[]): MarkdownNode[] {
  const root: MarkdownNode[] = []
  const open: MarkdownNode[][] = [root]
  let tooDeep = 0
  for (const token of tokens) {
    const here = open.at(-1) ?? root
    if (token.hidden) continue
    if (token.nesting === 1) {
      if (open.length > deepest) tooDeep += 1
      else {
        const element = { tag: tagOf(token.tag), attributes: attributesOf(token), children: [] }
        here.push(element)
        open.push(element.children)
      }
    } else if (token.nesting === -1) {
      if (tooDeep > 0) tooDeep -= 1
      else open.pop()
    } else here.push(...(token.children ? (token.type === 'image' ? leafOf(token) : grow(token.children)) : leafOf(token)))
  }
  return root
}

/** What a text in Markdown says, as plain data: nothing in it can run. */
export const readMarkdown = (text: string): MarkdownNode[] => grow(markdown.parse(text, {}))
