import { includesRole } from '@prenoto/core/contract/role.ts'
import { Link } from 'react-router'
import { useUser } from '../session/session.queries.ts'
import styles from './related-pages.module.css'
import { linkedPages, SECTIONS, type SectionKey, sectionPath } from './sections.ts'

export type Related = keyof typeof linkedPages | SectionKey

/** A section of the settings, or a page that the sidebar does not list. */
function findTarget(related: Related) {
  const section = SECTIONS.find(({ key }) => key === related)
  return section ? { ...section, path: sectionPath(section.key) } : linkedPages[related as keyof typeof linkedPages]
}

/** Links to the pages and settings that belong to a screen and that the user may open. */
export function RelatedPages({ to }: { to: readonly Related[] }) {
  const { role } = useUser()
  const targets = to.map(findTarget).filter(({ needs }) => includesRole(role, needs))
  if (targets.length === 0) return null
  return (
    <nav aria-label="Vedi anche" className={styles.related}>
      <p className={styles.title} aria-hidden="true">
        Vedi anche
      </p>
      <ul className={styles.links}>
        {targets.map(({ path, text }) => (
          <li key={path}>
            <Link to={path} className={styles.link}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
