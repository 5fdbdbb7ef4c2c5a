import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import styles from './ui.module.css'

const siteName = () => document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content

/** The path of the previous page; undefined after the page load. */
let previousPath: string | undefined

type AdminPageProps = {
  title: string
  /** Whether the title is still loading; until then it does not take the focus. */
  isPending?: boolean
  actions?: ReactNode
  /** Whether a phone shows only the actions, in one line. */
  isFolded?: boolean
  children: ReactNode
}

/**
 * The frame of a page. The title takes the focus after a navigation, unless the address has a hash.
 */
export function AdminPage({ title, isPending = false, actions, isFolded = false, children }: AdminPageProps) {
  const { pathname, hash } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    document.title = `${title} · ${siteName()}`
  }, [title])

  useEffect(() => {
    if (isPending) return
    const isNew = previousPath !== undefined && previousPath !== pathname
    previousPath = pathname
    // The router has already set the scroll position.
    if (isNew && hash === '') heading.current?.focus({ preventScroll: true })
  }, [isPending, pathname, hash])

  return (
    <div className={`grid gap-5 min-w-0 content-start fluid ${styles.page}`} data-folded={isFolded || undefined}>
      <header className={`row flex-wrap justify-between ${styles.head}`}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {actions && <div className={`flex gap-3 flex-wrap ${styles.actions}`}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}
