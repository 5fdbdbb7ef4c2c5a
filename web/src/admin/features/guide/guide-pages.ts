import { searchText } from '../../../lib/search-text.ts'
import { type GuideNode, plainText } from './guide-node.ts'
import { parseGuidePage } from './parse-guide.ts'

const INDEX = 'README'

const files = import.meta.glob<string>('../../../../../docs/guida/*.md', {
  eager: true,
  import: 'default',
  query: '?raw',
})
const pages = new Map(Object.entries(files).map(([path, markdown]) => [nameFrom(path), parseGuidePage(markdown)]))

/** The groups of the guide with links to its pages. */
export const guideIndex = pages.get(INDEX)!

/** 'spostare-una-visita.md' → 'spostare-una-visita' */
export function nameFrom(path: string) {
  return path.split('/').at(-1)!.replace(/\.md$/, '')
}

export const findGuidePage = (name: string) => (name === INDEX ? undefined : pages.get(name))

/** The names of the pages in the order of the index. */
const ordered = linkedNames(guideIndex.body)

function linkedNames(nodes: GuideNode[]): string[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return []
    return node.tag === 'a' ? [nameFrom(node.address!)] : linkedNames(node.children)
  })
}

export type FoundPage = { name: string; title: string; intro: string }

/** The pages that contain every word; those with all of them in the title come first. */
export function searchGuide(query: string): FoundPage[] {
  const words = searchText(query).split(/\s+/)
  const containsAll = (text: string) => words.every((word) => searchText(text).includes(word))
  const matchingPages = ordered
    .map((name) => ({ name, ...pages.get(name)! }))
    .filter(({ title, body }) => containsAll(`${title} ${body.map(plainText).join(' ')}`))
  return [
    ...matchingPages.filter(({ title }) => containsAll(title)),
    ...matchingPages.filter(({ title }) => !containsAll(title)),
  ].map(({ name, title, body }) => ({ name, title, intro: plainText(body[0]!) }))
}
