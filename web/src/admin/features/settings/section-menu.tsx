import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { type Section, type SectionKey, sectionPath } from './sections.ts'
import styles from './settings.module.css'

type SectionMenuProps = {
  sections: readonly Section[]
  current: SectionKey
  unsaved: Partial<Record<SectionKey, boolean>>
  links: readonly { path: string; text: string }[]
}

/** The menu of the settings; it marks the sections with unsaved changes. */
export function SectionMenu({ sections, current, unsaved, links }: SectionMenuProps) {
  const list = useRef<HTMLUListElement>(null)
  // Scrolls the current section into view if the menu is wider than the window.
  useEffect(() => {
    const link = list.current!.querySelector<HTMLElement>(`[href="${sectionPath(current)}"]`)!
    list.current!.scrollLeft = link.offsetLeft - (list.current!.clientWidth - link.offsetWidth) / 2
  }, [current])

  return (
    <nav aria-label="Sezioni delle impostazioni">
      <ul ref={list} className={styles.menu}>
        {sections.map(({ key, text }) => (
          <li key={key}>
            <Link to={sectionPath(key)} className={styles.menuLink} aria-current={key === current ? 'page' : undefined}>
              {text}
              {unsaved[key] && (
                <>
                  <span className={styles.unsavedDot} aria-hidden="true" />
                  <VisuallyHidden> (modifiche non salvate)</VisuallyHidden>
                </>
              )}
            </Link>
          </li>
        ))}
        {links.map(({ path, text }) => (
          <li key={path}>
            <Link to={path} className={styles.menuLink}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
