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

/** The width of the page in the frame, in pixels: a desktop, or a phone if the frame is not wider than one. */
const DESKTOP = 1000
const PHONE = 390

/** Pixels above the section that is scrolled to. */
const MARGIN = 80

/** An empty same-origin document: the content security policy applies, and media queries use its width. */
const BLANK = '<!doctype html><html lang="it"><body></body></html>'

const SELECTORS: Record<PreviewSection, string> = { top: 'header', contact: '#contact-title', footer: 'footer' }

/** A read-only preview of the public site; scrolls to the section that is being edited. */
export function SitePreview({ configuration, services, page, section }: Preview) {
  const today = useToday()
  return (
    <figure className="grid gap-2 min-w-0">
      <figcaption className="muted text-xs medium">Anteprima del tuo sito</figcaption>
      <div className={`control rounded-l ${styles.browser}`} inert aria-hidden="true">
        <div className={`row gap-4 border-b sunken ${styles.bar}`}>
          <span className={styles.dots}>
            <span />
            <span />
            <span />
          </span>
          <span className={`row gap-2 flex-1 min-w-0 surface muted text-xs ${styles.address}`}>
            <Lock size={12} />
            <span className="truncate">{location.host}</span>
          </span>
        </div>
        <Frame configuration={configuration} selector={SELECTORS[page === 'home' ? section : 'top']}>
          <SiteLayout configuration={configuration} today={today}>
            {page === 'home' ? (
              <HomePage configuration={configuration} preview={services} today={today} />
            ) : (
              // The list reads its first page only when it mounts.
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

type FrameProps = { configuration: Configuration; selector: string; children: ReactNode }

/** An iframe with the styles of this page, scaled to the available width. */
function Frame({ configuration, selector, children }: FrameProps) {
  const [page, setPage] = useState<Document>()
  const { container, size } = useScaledSize()

  useLayoutEffect(() => {
    if (page) applyBrand(page, configuration)
  }, [page, configuration])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the content or the frame may have changed its size
  useEffect(() => {
    const target = page?.querySelector(selector)
    if (!target) return
    const { scrollY, scrollTo } = page!.defaultView!
    const top = selector === SELECTORS.top ? 0 : target.getBoundingClientRect().top + scrollY - MARGIN
    const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    scrollTo({ top, behavior: reducesMotion ? 'auto' : 'smooth' })
  }, [page, selector, configuration, size])

  return (
    <div ref={container} className={styles.container}>
      <iframe
        title="Anteprima"
        tabIndex={-1}
        srcDoc={BLANK}
        className={page ? styles.page : `${styles.page} ${styles.bare}`}
        style={size && { width: size.width, height: size.height, transform: `scale(${size.scale})` }}
        onLoad={(event) => copyStyles(event.currentTarget.contentDocument!).then(setPage)}
      />
      {page && createPortal(children, page.body)}
    </div>
  )
}

/** Copies the stylesheets of this page; resolves when they are loaded. */
async function copyStyles(page: Document) {
  const sheets = [...document.querySelectorAll<HTMLElement>('link[rel=stylesheet], style')]
  await Promise.all(
    sheets.map((sheet) => {
      const copy = sheet.cloneNode(true) as HTMLElement
      // Not every browser clones the nonce, which the content security policy requires.
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

/** The size of the page in pixels and its scale; undefined while the container is hidden. */
function useScaledSize() {
  const container = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<{ width: number; height: number; scale: number }>()

  useLayoutEffect(() => {
    const measure = () => {
      const { clientWidth, clientHeight } = container.current!
      if (clientWidth === 0) return setSize(undefined)
      const width = clientWidth > PHONE ? DESKTOP : PHONE
      const scale = clientWidth / width
      setSize({ width, height: clientHeight / scale, scale })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(container.current!)
    return () => observer.disconnect()
  }, [])

  return { container, size }
}
