import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { Lock } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { applyBrand } from '../../lib/brand.ts'
import { HomePage } from '../../site/pages/home-page.tsx'
import { ServicesPage } from '../../site/pages/services-page.tsx'
import { SiteLayout } from '../../site/site-layout.tsx'
import type { Preview, PreviewSection } from '../features/configuration/preview-data.ts'
import { useToday } from '../features/configuration/use-today.ts'
import styles from './site-preview.module.css'

/** What the page in the frame is as wide as: a desk, or a phone where the frame is no wider than one. Pixels. */
const DESK = 1000
const PHONE = 390

/** What is seen above the spot, pixels. */
const MARGIN = 80

/** An empty document of our own: the page's policy holds in it, and media queries ask for its width. */
const BLANK = '<!doctype html><html lang="it"><body></body></html>'

const PLACES: Record<PreviewSection, string> = { top: 'header', contact: '#contact-title', footer: 'footer' }

/** The public site as it would be, in a browser that only shows; it moves to the spot that is being worked on. */
export function SitePreview({ configuration, services, page, spot }: Preview) {
  const today = useToday()
  return (
    <figure className={styles.preview}>
      <figcaption className={styles.caption}>Anteprima del tuo sito</figcaption>
      <div className={styles.browser} inert aria-hidden="true">
        <div className={styles.bar}>
          <span className={styles.dots}>
            <span />
            <span />
            <span />
          </span>
          <span className={styles.address}>
            <Lock size={12} />
            <span className={styles.domain}>{location.host}</span>
          </span>
        </div>
        <Frame configuration={configuration} place={PLACES[page === 'home' ? spot : 'top']}>
          <SiteLayout configuration={configuration} today={today}>
            {page === 'home' ? (
              <HomePage configuration={configuration} preview={services} today={today} />
            ) : (
              // Its list begins with what it was given first.
              <ServicesPage
                key={JSON.stringify(services)}
                configuration={configuration}
                firstPage={services}
                today={today}
              />
            )}
          </SiteLayout>
        </Frame>
      </div>
    </figure>
  )
}

type FrameProps = { configuration: Configuration; place: string; children: ReactNode }

/** A page of its own with the styles of this one, scaled to the room there is. */
function Frame({ configuration, place, children }: FrameProps) {
  const [page, setPage] = useState<Document>()
  const { room, size } = useRoom()

  useLayoutEffect(() => {
    if (page) applyBrand(page, configuration)
  }, [page, configuration])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown may have grown or found its room
  useEffect(() => {
    const target = page?.querySelector(place)
    if (!target) return
    const { scrollY, scrollTo } = page!.defaultView!
    const top = place === PLACES.top ? 0 : target.getBoundingClientRect().top + scrollY - MARGIN
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    scrollTo({ top, behavior: isCalm ? 'auto' : 'smooth' })
  }, [page, place, configuration, size])

  return (
    <div ref={room} className={styles.room}>
      <iframe
        title="Anteprima"
        tabIndex={-1}
        srcDoc={BLANK}
        className={page ? styles.page : `${styles.page} ${styles.bare}`}
        style={size && { width: size.width, height: size.height, transform: `scale(${size.scale})` }}
        onLoad={(event) => dress(event.currentTarget.contentDocument!).then(setPage)}
      />
      {page && createPortal(children, page.body)}
    </div>
  )
}

/** Brings the styles of this page; resolves when they hold. */
async function dress(page: Document) {
  const sheets = [...document.querySelectorAll<HTMLElement>('link[rel=stylesheet], style')]
  await Promise.all(
    sheets.map((sheet) => {
      const copy = sheet.cloneNode(true) as HTMLElement
      // Not every browser copies it, and the policy holds in there too.
      copy.nonce = sheet.nonce
      const loaded = new Promise((resolve) => {
        copy.onload = resolve
        copy.onerror = resolve
      })
      page.head.append(copy)
      return copy.tagName === 'LINK' ? loaded : undefined
    }),
  )
  return page
}

/** How large the page is and how much smaller it is shown; unknown as long as there is no room for it. */
function useRoom() {
  const room = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<{ width: number; height: number; scale: number }>()

  useLayoutEffect(() => {
    const measure = () => {
      const { clientWidth, clientHeight } = room.current!
      if (clientWidth === 0) return setSize(undefined)
      const width = clientWidth > PHONE ? DESK : PHONE
      const scale = clientWidth / width
      setSize({ width, height: clientHeight / scale, scale })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(room.current!)
    return () => observer.disconnect()
  }, [])

  return { room, size }
}
