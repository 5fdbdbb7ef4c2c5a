import { Link } from 'react-router'
import { adminPaths } from '../../../lib/paths.ts'
import type { GuideNode } from './guide-node.ts'
import { nameFrom } from './guide-pages.ts'

/** The text of a page of the guide; its links lead to other pages. */
export const GuideText = ({ nodes }: { nodes: GuideNode[] }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the text of a page never changes
  nodes.map((node, i) => <Node key={i} node={node} />)

function Node({ node }: { node: GuideNode }) {
  if (typeof node === 'string') return node
  const { tag: Tag, address = '', children } = node
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
