import { includesRole, type Role } from '@prenoto/core/contract/role.ts'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { MENU, SECTIONS, type SectionKey, sectionPath } from './sections.ts'
import styles from './settings.module.css'

type SectionMenuProps = { role: Role; current: SectionKey; unsaved: Partial<Record<SectionKey, boolean>> }

/** The menu of the settings; it marks the sections with unsaved changes. On narrow screens a button opens it. */
export function SectionMenu({ role, current, unsaved }: SectionMenuProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const groups = MENU.map(({ title, sections, pages }) => ({
    title,
    sections: sections.filter(({ needs }) => includesRole(role, needs)),
    pages: pages.filter(({ needs }) => includesRole(role, needs)),
  })).filter(({ sections, pages }) => sections.length + pages.length > 0)

  return (
    <nav aria-label="Sezioni delle impostazioni">
      <button
        type="button"
        className={`row control gap-2 w-full rounded-m bold ${styles.opener}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span>
          <span className="muted medium">Sezione:</span>
          <span>{` ${SECTIONS.find(({ key }) => key === current)!.text}`}</span>
        </span>
        {Object.values(unsaved).some(Boolean) && <UnsavedMark />}
        <ChevronDown size={18} aria-hidden="true" className={styles.arrow} />
      </button>
      <div id={id} className={`card gap-4 p-4 mt-2 rounded-m ${styles.groups} ${isOpen ? '' : styles.closed}`}>
        {groups.map(({ title, sections, pages }, index) => (
          <div key={title} className={styles.group}>
            <p id={`${id}-${index}`} className="muted text-xs bold">
              {title}
            </p>
            <ul className={styles.links} aria-labelledby={`${id}-${index}`}>
              {sections.map(({ key, text }) => (
                <li key={key}>
                  <Link
                    to={sectionPath(key)}
                    className={`ink row gap-1 touch medium ${styles.link}`}
                    aria-current={key === current ? 'page' : undefined}
                    onClick={close}
                  >
                    <span>{text}</span>
                    {unsaved[key] && <UnsavedMark />}
                  </Link>
                </li>
              ))}
              {pages.map(({ path, text }) => (
                <li key={path}>
                  <Link to={path} className={`ink row gap-1 touch medium ${styles.link}`}>
                    {text}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}

const UnsavedMark = () => (
  <>
    <span className={styles.unsavedDot} aria-hidden="true" />
    <VisuallyHidden> (modifiche non salvate)</VisuallyHidden>
  </>
)
