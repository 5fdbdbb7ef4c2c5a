import { type ComponentProps, type MouseEvent, useLayoutEffect, useRef } from 'react'
import styles from './button.module.css'

type Look = { look?: 'primary' | 'soft' | 'quiet' | 'danger'; wide?: boolean }

const classes = ({ look = 'primary', wide }: Look) =>
  [styles.button, styles[look], wide && styles.wide].filter(Boolean).join(' ')

/** A link that is the action of its place. */
export function ButtonLink({ look, wide, ...props }: Look & Omit<ComponentProps<'a'>, 'className'>) {
  return <a {...props} className={classes({ look, wide })} />
}

/**
 * While loading it is disabled, half-transparent and ignores clicks; the focus it loses by that comes back. A button that can load
 * ignores further clicks of the same tick too, which come before it could be disabled.
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
  const wasClicked = useRef(false)

  useLayoutEffect(() => {
    if (loading) hadFocus.current = document.activeElement === button.current
    else if (hadFocus.current && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true })
  }, [loading])

  const ignoreRepeated = (event: MouseEvent) => {
    if (!wasClicked.current) {
      wasClicked.current = true
      setTimeout(() => {
        wasClicked.current = false
      })
      return
    }
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
      {children}
    </button>
  )
}
