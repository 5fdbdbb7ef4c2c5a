import { marked, type Token } from 'marked'
import { type GuideNode, type GuidePage, plainText } from './guide-node.ts'

/** Reads a page of the guide: its heading, then its text. Throws for Markdown that the guide does not use, HTML above all. */
export function parseGuidePage(markdown: string): GuidePage {
  const [title, ...body] = toNodes(marked.lexer(markdown, { gfm: false }))
  return { title: plainText(title!).trim(), body }
}

const toNodes = (tokens: Token[] = []): GuideNode[] => tokens.flatMap(toNode)

function toNode(token: Token): GuideNode | GuideNode[] {
  switch (token.type) {
    case 'space':
      return []
    case 'text':
      return 'tokens' in token ? toNodes(token.tokens) : token.text
    case 'heading':
      return { tag: token.depth === 1 ? 'h1' : 'h2', children: toNodes(token.tokens) }
    case 'paragraph':
      return token.tokens?.[0]?.type === 'image' ? toNodes(token.tokens) : { tag: 'p', children: toNodes(token.tokens) }
    case 'strong':
      return { tag: 'strong', children: toNodes(token.tokens) }
    case 'list':
      return { tag: token.ordered ? 'ol' : 'ul', children: toNodes(token.items) }
    case 'list_item':
      return { tag: 'li', children: toNodes(token.tokens) }
    case 'link':
      return { tag: 'a', address: token.href, children: toNodes(token.tokens) }
    case 'image':
      return { tag: 'img', address: token.href, children: [token.text] }
    default:
      throw new Error(`The guide does not use Markdown's ${token.type}: ${token.raw}`)
  }
}
