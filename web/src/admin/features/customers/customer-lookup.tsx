import type { CustomerSearchResult } from '@prenoto/core/customers/customer-schema.ts'
import { toItalianDate } from '@prenoto/core/time/plain-date.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { TextField } from '../../../ui/field.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { useHasRight } from '../session/session.queries.ts'
import styles from './customers.module.css'
import {
  customerSearchQuery,
  MIN_SEARCH_LENGTH,
  NAMES_HINT,
  resultCountText,
  SEARCH_HINT,
} from './customers.queries.ts'

type CustomerLookupProps = {
  label: string
  onChoose: (customer: CustomerSearchResult) => void
  /** Whether the field takes the focus when it appears. */
  isFirst?: boolean
  /** Whether the results float above the content below. */
  floats?: boolean
}

/**
 * A combobox that searches customers. Enter chooses the active result; pressed before the results arrive, it chooses the
 * first one when they do.
 */
export function CustomerLookup({ label, onChoose, isFirst = false, floats = false }: CustomerLookupProps) {
  const [text, setText] = useState('')
  const [chosenRow, setActiveRow] = useState(0)
  const [isEnterPending, setIsEnterPending] = useState(false)
  const [isBlurred, setIsBlurred] = useState(false)
  const showsContacts = useHasRight('contacts')
  const root = useRef<HTMLDivElement>(null)
  const id = useId()

  const query = text.trim()
  const isSearchable = query.length >= MIN_SEARCH_LENGTH
  const { data, isPlaceholderData, isError, isFetching } = useQuery({
    ...customerSearchQuery(query),
    placeholderData: keepPreviousData,
  })
  const results = isSearchable && data && !isError ? data.customers : []
  const isKnown = isSearchable && (isError || (data !== undefined && !isPlaceholderData))
  const isOpen = isSearchable && !isBlurred
  const isShown = isOpen && (results.length > 0 || (floats && isKnown))
  const activeRow = Math.max(0, Math.min(chosenRow, results.length - 1))

  const clear = () => {
    setText('')
    setActiveRow(0)
    setIsEnterPending(false)
  }
  const choose = (customer: CustomerSearchResult) => {
    clear()
    onChoose(customer)
  }

  const pendingChoice = isEnterPending && isKnown && !isFetching ? results[0] : undefined
  useEffect(() => {
    if (!isEnterPending || !isKnown || isFetching) return
    setIsEnterPending(false)
    if (!pendingChoice) return
    setText('')
    onChoose(pendingChoice)
  }, [isEnterPending, isKnown, isFetching, pendingChoice, onChoose])

  useLayoutEffect(() => {
    if (!isFirst) return
    const field = root.current!.querySelector('input')!
    // showModal() focuses the field; if the dialog is already open, the effect does.
    field.setAttribute('autofocus', '')
    if (field.closest('dialog')?.open) field.focus()
  }, [isFirst])

  const activate = (row: number) => {
    setActiveRow(row)
    document.getElementById(`${id}-${row}`)?.scrollIntoView({ block: 'nearest' })
  }
  const press = (event: KeyboardEvent) => {
    if (!isSearchable || event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && results.length > 0) {
      setIsBlurred(false)
      activate((activeRow + step + results.length) % results.length)
    } else if (event.key === 'Enter') {
      const customer = isKnown ? results[activeRow] : undefined
      if (customer) choose(customer)
      else setIsEnterPending(!isKnown)
    } else if (event.key === 'Escape') {
      clear()
      event.stopPropagation()
    } else return
    event.preventDefault()
  }

  return (
    <div ref={root} className={floats ? `relative ${styles.floating}` : undefined}>
      <TextField
        label={label}
        hint={showsContacts ? SEARCH_HINT : NAMES_HINT}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen && results.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && results.length > 0 ? `${id}-${activeRow}` : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={200}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setActiveRow(0)
          setIsEnterPending(false)
        }}
        onKeyDown={press}
        onFocus={() => setIsBlurred(false)}
        onBlur={() => setIsBlurred(floats)}
      />
      <div className={isShown ? `${styles.results} card rounded-m ${styles.shown}` : styles.results}>
        {isOpen && isKnown && results.length === 0 && (
          <p className={styles.none}>{isError ? 'La ricerca non è riuscita: riprova.' : 'Nessun cliente trovato.'}</p>
        )}
        <div id={`${id}-list`} role="listbox" aria-label="Clienti trovati" className={`empty-hidden ${styles.list}`}>
          {isOpen &&
            results.map((customer, row) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
              <div
                key={customer.id}
                id={`${id}-${row}`}
                role="option"
                aria-selected={row === activeRow}
                className={`grid break-words cursor-pointer ${styles.customer}`}
                onMouseDown={(event) => event.preventDefault()}
                onPointerMove={() => setActiveRow(row)}
                onClick={() => choose(customer)}
              >
                <span className="semibold">{`${customer.name} ${customer.surname}`}</span>
                <span className="muted text-xs tabular-nums">
                  {[
                    ...(showsContacts ? [customer.telephone] : []),
                    ...(customer.last_visit ? [`ultima visita ${toItalianDate(customer.last_visit)}`] : []),
                  ].join(' · ')}
                </span>
              </div>
            ))}
        </div>
        {isShown && data?.has_more && <p className={styles.more}>Ce ne sono altri: scrivi di più per trovarli.</p>}
      </div>
      <VisuallyHidden role="status">{isOpen && isKnown && data && !isError && resultCountText(data)}</VisuallyHidden>
    </div>
  )
}
