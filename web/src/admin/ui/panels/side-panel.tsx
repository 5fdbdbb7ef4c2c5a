import { X } from 'lucide-react'
import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { firstField } from './first-field.ts'
import { ServerNote } from './server-line.tsx'
import styles from './side-panel.module.css'

/** How long the panel slides, milliseconds: the same as in the stylesheet. */
const SLIDE = 500

/** Where what floats above a panel has to be put: outside of it, it could not be seen. */
export const PanelContext = createContext<HTMLElement | null>(null)

type SidePanelProps = { title: string; isOpen: boolean; onClose: () => void; children: ReactNode }

/**
 * Slides in from the right over a dimmed page. Closes by its button, Escape and a click outside; the focus goes in
 * and back to where it was. Its content lives as long as it can be seen, and begins anew each time: a form that was
 * left must not go on with the data of what is opened while it still slides away.
 */
export function SidePanel({ title, isOpen, onClose, children }: SidePanelProps) {
  const panel = useRef<HTMLDialogElement>(null)
  const [element, setElement] = useState<HTMLElement | null>(null)
  const pressedOutside = useRef(false)
  const titleId = useId()
  const isSeen = useOutlasting(isOpen, SLIDE)
  const opening = useOpenings(isOpen)

  useEffect(() => {
    if (isOpen && !panel.current!.open) panel.current!.showModal()
    if (isOpen || !panel.current!.open) return
    panel.current!.close()
    // What had the focus before may be gone, deleted here.
    const { activeElement } = document
    const isLost = activeElement === document.body || panel.current!.contains(activeElement)
    if (isLost) placeBelow(panel.current!)?.focus()
  }, [isOpen])

  const isOutside = (event: MouseEvent) => event.target === panel.current
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Escape
    <dialog
      ref={(dialog) => {
        panel.current = dialog
        setElement(dialog)
      }}
      className={styles.panel}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== panel.current) return
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => event.target === panel.current && isOpen && onClose()}
      // A text selected from inside to outside is no click outside.
      onMouseDown={(event) => {
        pressedOutside.current = isOutside(event)
      }}
      onClick={(event) => pressedOutside.current && isOutside(event) && onClose()}
    >
      {(isOpen || isSeen) && (
        <div key={opening} className={styles.inside}>
          <header className={styles.head}>
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            <IconButton label="Chiudi" Icon={X} onClick={onClose} />
          </header>
          <PanelContext value={element}>{children}</PanelContext>
        </div>
      )}
    </dialog>
  )
}

/** Where one goes on after a panel: at the beginning of the panel that it lay over, or at the page's title. */
function placeBelow(panel: HTMLElement) {
  const below = panel.parentElement!.closest('dialog')
  return below ? firstField(below) : document.querySelector<HTMLElement>('h1')
}

/** A form that fills a panel: a body that scrolls, a footer that stays. One begins at its first field, unless another asks for that. */
export function PanelForm(props: Omit<ComponentProps<'form'>, 'className'>) {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    const first = form.current!.querySelector<HTMLElement>('[autofocus]') ?? firstField(form.current!)
    // Whether the panel is opened with it, or open already since its code came later.
    first?.setAttribute('autofocus', '')
    if (form.current!.closest('dialog')?.open) first?.focus()
  }, [])
  return <form ref={form} method="dialog" noValidate {...props} className={styles.form} />
}

export function PanelBody(props: Omit<ComponentProps<'div'>, 'className'>) {
  return <div {...props} className={styles.body} />
}

type PanelFooterProps = { note?: ReactNode; apart?: ReactNode; children: ReactNode }

/** The buttons of a panel. What deletes goes into `apart`, what is to be said before they are pressed into `note`. */
export function PanelFooter({ note, apart, children }: PanelFooterProps) {
  return (
    <footer className={styles.footer}>
      <ServerNote />
      {note}
      {apart && <div className={styles.apart}>{apart}</div>}
      {children}
    </footer>
  )
}

/** Says above the buttons why one of them is disabled; that button names this as its description. */
export const PanelBlocker = ({ id, text }: { id: string; text: string }) => (
  <p id={id} className={styles.deletionBlocker}>
    {text}
  </p>
)

/** Whether something is so, or was so less than `delay` milliseconds ago. */
function useOutlasting(isSo: boolean, delay: number) {
  const [lasts, setLasts] = useState(isSo)
  useEffect(() => {
    if (isSo) return setLasts(true)
    const end = setTimeout(() => setLasts(false), delay)
    return () => clearTimeout(end)
  }, [isSo, delay])
  return lasts
}

/** How many times something has been opened. */
function useOpenings(isOpen: boolean) {
  const [was, setWas] = useState({ isOpen, openings: 0 })
  if (was.isOpen !== isOpen) setWas({ isOpen, openings: was.openings + (isOpen ? 1 : 0) })
  return was.openings
}
