import type { CustomerSearchResult } from '@prenoto/core/customers/customer-schema.ts'
import { toItalianDate } from '@prenoto/core/time/plain-date.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { TextField } from '../../../ui/field.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import styles from './customer-lookup.module.css'
import { customerSearchQuery, MIN_SEARCH_LENGTH, resultCountText } from './customers.queries.ts'

type CustomerLookupProps = {
  label: string
  onChoose: (customer: CustomerSearchResult) => void
  /** Whether one begins here. */
  isFirst?: boolean
  /** Whether what is found lies over what comes below. */
  floats?: boolean
}

/**
 * Finds a customer as one types, by keyboard or hand. Enter takes the marked one, the first to begin with; pressed before
 * anybody was found it takes the first who is.
 */
export function CustomerLookup({ label, onChoose, isFirst = false, floats = false }: CustomerLookupProps) {
  const [typed, setTyped] = useState('')
  const [chosenRow, setMarked] = useState(0)
  const [isAwaited, setIsAwaited] = useState(false)
  const [isLeft, setIsLeft] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const id = useId()

  const sought = typed.trim()
  const isSought = sought.length >= MIN_SEARCH_LENGTH
  const { data, isPlaceholderData, isError, isFetching } = useQuery({
    ...customerSearchQuery(sought),
    placeholderData: keepPreviousData,
  })
  const found = isSought && data && !isError ? data : []
  const isKnown = isSought && (isError || (data !== undefined && !isPlaceholderData))
  const isOpen = isSought && !isLeft
  const isShown = isOpen && (found.length > 0 || (floats && isKnown))
  const marked = Math.max(0, Math.min(chosenRow, found.length - 1))

  const clear = () => {
    setTyped('')
    setMarked(0)
    setIsAwaited(false)
  }
  const choose = (customer: CustomerSearchResult) => {
    clear()
    onChoose(customer)
  }

  const awaited = isAwaited && isKnown && !isFetching ? found[0] : undefined
  useEffect(() => {
    if (!isAwaited || !isKnown || isFetching) return
    setIsAwaited(false)
    if (!awaited) return
    setTyped('')
    onChoose(awaited)
  }, [isAwaited, isKnown, isFetching, awaited, onChoose])

  useLayoutEffect(() => {
    if (!isFirst) return
    const field = root.current!.querySelector('input')!
    // Whether the dialog is opened with it, or open already.
    field.setAttribute('autofocus', '')
    if (field.closest('dialog')?.open) field.focus()
  }, [isFirst])

  const mark = (row: number) => {
    setMarked(row)
    document.getElementById(`${id}-${row}`)?.scrollIntoView({ block: 'nearest' })
  }
  const press = (event: KeyboardEvent) => {
    if (!isSought || event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && found.length > 0) {
      setIsLeft(false)
      mark((marked + step + found.length) % found.length)
    } else if (event.key === 'Enter') {
      const customer = isKnown ? found[marked] : undefined
      if (customer) choose(customer)
      else setIsAwaited(!isKnown)
    } else if (event.key === 'Escape') {
      clear()
      event.stopPropagation()
    } else return
    event.preventDefault()
  }

  return (
    <div ref={root} className={floats ? styles.floating : undefined}>
      <TextField
        label={label}
        hint="Nome, email o almeno 3 cifre del telefono."
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen && found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && found.length > 0 ? `${id}-${marked}` : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={200}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setMarked(0)
          setIsAwaited(false)
        }}
        onKeyDown={press}
        onFocus={() => setIsLeft(false)}
        onBlur={() => setIsLeft(floats)}
      />
      <div className={isShown ? `${styles.place} ${styles.found}` : styles.place}>
        {isOpen && isKnown && found.length === 0 && (
          <p className={styles.none}>{isError ? 'La ricerca non è riuscita: riprova.' : 'Nessun cliente trovato.'}</p>
        )}
        <div id={`${id}-list`} role="listbox" aria-label="Clienti trovati" className={styles.list}>
          {isOpen &&
            found.map((customer, row) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the marked one
              <div
                key={customer.id}
                id={`${id}-${row}`}
                role="option"
                aria-selected={row === marked}
                className={styles.customer}
                onMouseDown={(event) => event.preventDefault()}
                onPointerMove={() => setMarked(row)}
                onClick={() => choose(customer)}
              >
                <span className={styles.name}>
                  {customer.name} {customer.surname}
                </span>
                <span className={styles.details}>
                  {customer.telephone}
                  {customer.last_visit && ` · ultima visita ${toItalianDate(customer.last_visit)}`}
                </span>
              </div>
            ))}
        </div>
      </div>
      <VisuallyHidden role="status">{isOpen && isKnown && resultCountText(found.length)}</VisuallyHidden>
    </div>
  )
}
