import { Link } from 'react-router'
import { adminPaths } from '../../../lib/paths.ts'
import styles from './guide.module.css'
import { type GuideNode, plainText } from './guide-node.ts'
import { nameFrom } from './guide-pages.ts'

const pictures = import.meta.glob<string>('../../../../../docs/guida/immagini/*.webp', {
  eager: true,
  import: 'default',
  query: '?url',
})

const pictureUrl = (address: string) => pictures[`../../../../../docs/guida/${address}`]

/** The text of a page of the guide; its links lead to other pages. */
export const GuideText = ({ nodes }: { nodes: GuideNode[] }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the text of a page never changes
  nodes.map((node, i) => <Node key={i} node={node} />)

function Node({ node }: { node: GuideNode }) {
  if (typeof node === 'string') return node
  const { tag: Tag, address = '', children } = node
  if (Tag === 'img')
    return <img src={pictureUrl(address)} alt={children.map(plainText).join('')} className={styles.picture} />
  if (Tag === 'a')
    return (
      <Link to={adminPaths.guidePage(nameFrom(address))}>
        <GuideText nodes={children} />
      </Link>
    )
  return (
    <Tag>
      <GuideText nodes={children} />
    </Tag>
  )
}
