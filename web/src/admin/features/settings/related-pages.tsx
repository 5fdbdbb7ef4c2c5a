import { includesRole } from '@prenoto/core/contract/role.ts'
import { Link } from 'react-router'
import { useUser } from '../session/session.queries.ts'
import { linkedPages, SECTIONS, type SectionKey, sectionPath } from './sections.ts'
import styles from './settings.module.css'

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
    <nav aria-label="Vedi anche" className="flex gap-x-4 flex-wrap items-baseline">
      <p className="muted text-s" aria-hidden="true">
        Vedi anche
      </p>
      <ul className="flex gap-x-4 flex-wrap">
        {targets.map(({ path, text }) => (
          <li key={path}>
            <Link to={path} className={`ink row touch text-s medium ${styles.relatedPagesLink}`}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
