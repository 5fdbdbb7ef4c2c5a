import { CircleHelp } from 'lucide-react'
import { Link } from 'react-router'
import { adminPaths } from '../../lib/paths.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './guide-link.module.css'

/** `page`: the name of its file in `docs/guida`; `about`: what the link stands beside. */
type GuideLinkProps = { page: string; about: string }

/** A link to the page of the guide that answers the question at hand. */
export const GuideLink = ({ page, about }: GuideLinkProps) => (
  <Link to={adminPaths.guidePage(page)} className={styles.link}>
    <CircleHelp size={18} aria-hidden="true" />
    <span>
      Guida<VisuallyHidden>{` su ${about}`}</VisuallyHidden>
    </span>
  </Link>
)
