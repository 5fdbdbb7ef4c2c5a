/** A text, or an element of a page of the guide. `address`: of a link or picture, relative to the page's file. */
export type GuideNode =
  | string
  | { tag: 'h1' | 'h2' | 'p' | 'strong' | 'ol' | 'ul' | 'li' | 'a' | 'img'; address?: string; children: GuideNode[] }

/** A page of the guide, as its Markdown has it. */
export type GuidePage = { title: string; body: GuideNode[] }

export const plainText = (node: GuideNode): string =>
  typeof node === 'string' ? node : `${node.children.map(plainText).join('')} `
