import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import styles from './admin-page.module.css'

const siteName = () => document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content

/** What was shown before; nothing when the browser has only just come. */
let shownBefore: string | undefined

type AdminPageProps = {
  title: string
  /** Whether the title is still to be read; until then it does not take the focus. */
  isPending?: boolean
  actions?: ReactNode
  children: ReactNode
}

/**
 * A page of the back office: its title, what can be done, and its content. Coming from another page, the title takes the focus,
 * unless the address leads to a part of the page.
 */
export function AdminPage({ title, isPending = false, actions, children }: AdminPageProps) {
  const { pathname, hash } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    document.title = `${title} · ${siteName()}`
  }, [title])

  useEffect(() => {
    if (isPending) return
    const isNew = shownBefore !== undefined && shownBefore !== pathname
    shownBefore = pathname
    // The router has set the scroll position.
    if (isNew && hash === '') heading.current?.focus({ preventScroll: true })
  }, [isPending, pathname, hash])

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}
