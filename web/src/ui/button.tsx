import { type ComponentProps, type MouseEvent, useLayoutEffect, useRef } from 'react'
import styles from './button.module.css'

type Look = { look?: 'primary' | 'soft' | 'quiet' | 'danger' | 'link'; wide?: boolean }

const classes = ({ look = 'primary', wide }: Look) =>
  [styles.button, styles[look], wide && styles.wide].filter(Boolean).join(' ')

/** A link that looks like a button. */
export function ButtonLink({ look, wide, ...props }: Look & Omit<ComponentProps<'a'>, 'className'>) {
  return <a {...props} className={classes({ look, wide })} />
}

/** The summary of a `details` element that looks like a button. */
export const ButtonSummary = ({ look, wide, ...props }: Look & Omit<ComponentProps<'summary'>, 'className'>) => (
  <summary {...props} className={`${classes({ look, wide })} ${styles.summary}`} />
)

/**
 * While loading, the button is disabled and half-transparent; afterwards it regains the focus. A double click on a
 * button with `loading` counts once, since a mutation disables the button only after a timer.
 */
export function Button({
  look,
  wide,
  loading,
  children,
  ...props
}: Look & { loading?: boolean } & Omit<ComponentProps<'button'>, 'className'>) {
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)

  useLayoutEffect(() => {
    if (loading) hadFocus.current = document.activeElement === button.current
    else if (hadFocus.current && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true })
  }, [loading])

  const ignoreRepeated = (event: MouseEvent) => {
    if (event.detail < 2) return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <button
      type="button"
      {...props}
      onClickCapture={loading === undefined ? undefined : ignoreRepeated}
      ref={button}
      className={classes({ look, wide })}
      disabled={loading || props.disabled}
      aria-busy={loading || undefined}
    >
      {loading && (
        <span className={styles.squares} aria-hidden="true">
          <span />
          <span />
          <span />
          <span />
        </span>
      )}
      <span className={styles.content}>{children}</span>
    </button>
  )
}
