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
import styles from './panels.module.css'
import { ServerNote } from './server-line.tsx'

/** Milliseconds of the slide transition, as in the stylesheet. */
const SLIDE = 500

/** The container of popovers in a panel; outside of the modal dialog they would be hidden. */
export const PanelContext = createContext<HTMLElement | null>(null)

type SidePanelProps = { title: string; isOpen: boolean; onClose: () => void; children: ReactNode }

/**
 * A modal panel that slides in from the right. A button, Escape and a click outside close it. The content stays mounted
 * until the panel has slid out, and is mounted anew each time, so that a form never keeps the data of the previous record.
 */
export function SidePanel({ title, isOpen, onClose, children }: SidePanelProps) {
  const panel = useRef<HTMLDialogElement>(null)
  const [element, setElement] = useState<HTMLElement | null>(null)
  const pressedOutside = useRef(false)
  const titleId = useId()
  const isVisible = useDelayedEnd(isOpen, SLIDE)
  const openCount = useOpenCount(isOpen)

  useEffect(() => {
    if (isOpen && !panel.current!.open) panel.current!.showModal()
    if (isOpen || !panel.current!.open) return
    panel.current!.close()
    // The opener may have been deleted in the panel.
    const { activeElement } = document
    const isLost = activeElement === document.body || panel.current!.contains(activeElement)
    if (isLost) focusTargetBelow(panel.current!)?.focus()
  }, [isOpen])

  const isOutside = (event: MouseEvent) => event.target === panel.current
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Escape
    <dialog
      ref={(dialog) => {
        panel.current = dialog
        setElement(dialog)
      }}
      className={`ink w-full surface ${styles.panel}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== panel.current) return
        event.preventDefault()
        onClose()
      }}
      // This event comes with the next frame, when the panel may be open again.
      onClose={(event) => event.target === panel.current && isOpen && !panel.current!.open && onClose()}
      // Selecting text from inside to outside is not a click outside.
      onMouseDown={(event) => {
        pressedOutside.current = isOutside(event)
      }}
      onClick={(event) => pressedOutside.current && isOutside(event) && onClose()}
    >
      {(isOpen || isVisible) && (
        <div key={openCount} className={styles.inside}>
          <header className={`row gap-4 flex-none justify-between border-b ${styles.head}`}>
            <h2 id={titleId} className="min-w-0 text-l">
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

/** The first field of the panel below, or the page's title. */
function focusTargetBelow(panel: HTMLElement) {
  const below = panel.parentElement!.closest('dialog')
  return below ? firstField(below) : document.querySelector<HTMLElement>('h1')
}

/** A form that fills a panel. Focuses its `autofocus` element or its first field. */
export function PanelForm(props: Omit<ComponentProps<'form'>, 'className'>) {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    const first = form.current!.querySelector<HTMLElement>('[autofocus]') ?? firstField(form.current!)
    // showModal() focuses the field; if the panel is already open, the form does.
    first?.setAttribute('autofocus', '')
    if (form.current!.closest('dialog')?.open) first?.focus()
  }, [])
  return <form ref={form} method="dialog" noValidate {...props} className={`column flex-1 ${styles.form}`} />
}

export function PanelBody(props: Omit<ComponentProps<'div'>, 'className'>) {
  return <div {...props} className={`grid gap-x-4 gap-y-2 flex-1 content-start fluid ${styles.body}`} />
}

type PanelFooterProps = { note?: ReactNode; apart?: ReactNode; children: ReactNode }

/** The buttons of a panel, with notices above them; the delete button goes into `apart`. */
export function PanelFooter({ note, apart, children }: PanelFooterProps) {
  return (
    <footer className={`row gap-3 flex-wrap flex-none justify-end border-t ${styles.footer}`}>
      <ServerNote />
      {note}
      {apart && <div className={`row gap-x-3 gap-y-1 flex-wrap ${styles.apart}`}>{apart}</div>}
      {children}
    </footer>
  )
}

/** The reason why a button is disabled, which describes it for screen readers. */
export const PanelBlocker = ({ id, text }: { id: string; text: string }) => (
  <p id={id} className={styles.deletionBlocker}>
    {text}
  </p>
)

/** Returns the value, but turns false only after `delay` milliseconds. */
function useDelayedEnd(value: boolean, delay: number) {
  const [delayed, setDelayed] = useState(value)
  useEffect(() => {
    if (value) return setDelayed(true)
    const timer = setTimeout(() => setDelayed(false), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return delayed
}

function useOpenCount(isOpen: boolean) {
  const [previous, setPrevious] = useState({ isOpen, count: 0 })
  if (previous.isOpen !== isOpen) setPrevious({ isOpen, count: previous.count + (isOpen ? 1 : 0) })
  return previous.count
}
