import { marked, type Token } from 'marked'
import { type GuideNode, type GuidePage, plainText } from './src/admin/features/guide/guide-node.ts'

const toNodes = (tokens: Token[] = []): GuideNode[] => tokens.flatMap(toNode)

/** Any other Markdown, HTML above all, fails the build. */
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

/** Vite plugin: a page of the guide is imported as a `GuidePage`, parsed at build time. */
export const guidePlugin = () => ({
  name: 'guide',
  transform: {
    filter: { id: /\/docs\/guida\/[^/]+\.md$/ },
    handler(markdown: string) {
      const [title, ...body] = toNodes(marked.lexer(markdown, { gfm: false }))
      const page: GuidePage = { title: plainText(title!).trim(), body }
      return { code: `export default ${JSON.stringify(page)}`, moduleType: 'js' as const, map: null }
    },
  },
})
