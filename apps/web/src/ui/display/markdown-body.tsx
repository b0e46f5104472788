import { type MarkdownElement, type MarkdownNode, readMarkdown } from '@vakt/domain/markdown-tree.ts'
import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import styles from './markdown.module.css'

export type MarkdownProps = {
  text: string
  /** What stands out where the text says it, such as the names of people. */
  marked?: readonly string[]
  /** What stands where the text names an attached picture; without it the picture's words. */
  picture?: ((name: string, words: string) => ReactNode) | undefined
}

type Manner = { marked: readonly string[]; picture: MarkdownProps['picture'] | undefined }

const nothing: readonly string[] = []

const plainTags = new Set([
  'p',
  'strong',
  'em',
  's',
  'ul',
  'ol',
  'li',
  'blockquote',
  'code',
  'br',
  'hr',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
])

function markWords(text: string, marked: readonly string[]): ReactNode {
  const found = marked.filter((word) => text.includes(word)).sort((one, other) => other.length - one.length)
  if (found.length === 0) return text
  const pattern = new RegExp(`(${found.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`)
  return text.split(pattern).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text that never change places
      <span key={index} className={styles.mark}>
        {part}
      </span>
    ) : (
      part
    ),
  )
}

function Element({ node, marked, picture }: Manner & { node: MarkdownElement }): ReactNode {
  const isCode = node.tag === 'code' || node.tag === 'pre'
  const children = node.children.length > 0 ? <Nodes nodes={node.children} marked={isCode ? nothing : marked} picture={picture} /> : null
  switch (node.tag) {
    case 'picture':
      return picture ? picture(node.attributes.picture ?? '', node.children.join('')) : children
    case 'a':
      if (node.attributes.href === undefined) return children
      return (
        <a href={node.attributes.href} target="_blank" rel="noopener noreferrer nofollow">
          {children}
        </a>
      )
    case 'heading':
      return (
        <p>
          <strong>{children}</strong>
        </p>
      )
    case 'pre':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <pre tabIndex={0}>
          <code>{children}</code>
        </pre>
      )
    case 'ol':
      return <ol start={node.attributes.start}>{children}</ol>
    default:
      return plainTags.has(node.tag) ? createElement(node.tag, null, children) : children
  }
}

function Nodes({ nodes, ...manner }: Manner & { nodes: readonly MarkdownNode[] }): ReactNode {
  return nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text that never change places
    <Fragment key={index}>{typeof node === 'string' ? markWords(node, manner.marked) : <Element node={node} {...manner} />}</Fragment>
  ))
}

export function MarkdownBody({ text, marked = nothing, picture }: MarkdownProps) {
  const nodes = useMemo(() => readMarkdown(text), [text])
  return (
    <div className={styles.body} dir="auto">
      <Nodes nodes={nodes} marked={marked} picture={picture} />
    </div>
  )
}
