import type { CSSProperties, ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './ui.module.css'

type PrintSheetProps = { className?: string; style?: CSSProperties; children: ReactNode }

/** A sheet of paper in place of the page, shown only in print. */
export const PrintSheet = ({ className = '', style, children }: PrintSheetProps) =>
  createPortal(
    <section className={`${styles.sheet} ${className}`} style={style} aria-hidden="true" data-sheet>
      {children}
    </section>,
    document.body,
  )
