import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import styles from './panels.module.css'
import { PanelContext } from './side-panel.tsx'

type DialogProps = { title: string; opener?: HTMLElement; onClose: () => void; children: ReactNode }

/**
 * A small modal dialog, at the bottom of a phone. Mounted only while open. Focuses its `autofocus` element or its title,
 * and returns the focus to the opener. A button, Escape and a click outside close it.
 */
export function Dialog({ title, opener, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [element, setElement] = useState<HTMLElement | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()

  useEffect(() => {
    const { current } = dialog
    current!.showModal()
    const target = current!.querySelector<HTMLElement>('[autofocus]') ?? heading.current!
    target.focus()
    return () => {
      current!.close()
      if (document.activeElement === document.body && opener?.isConnected) opener.focus()
    }
  }, [opener])

  return (
    <dialog
      ref={(current) => {
        dialog.current = current
        setElement(current)
      }}
      className={`ink rounded-l surface ${styles.dialog}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => event.target === dialog.current && onClose()}
    >
      <div className={`fluid ${styles.dialogInside}`}>
        <div className={`row gap-4 justify-between ${styles.dialogHead}`}>
          <h2 ref={heading} id={titleId} tabIndex={-1} className="min-w-0 text-l">
            {title}
          </h2>
          <IconButton label="Chiudi" Icon={X} onClick={onClose} />
        </div>
        <PanelContext value={element}>{children}</PanelContext>
      </div>
    </dialog>
  )
}
