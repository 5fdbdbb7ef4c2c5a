import { Check, ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Label } from 'react-aria-components/Label'
import { Collection, ListBox, ListBoxItem, ListBoxLoadMoreItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select, SelectValue } from 'react-aria-components/Select'
import fieldStyles from './field.module.css'
import { FieldError } from './field.tsx'
import styles from './paged-select.module.css'

type Option = { id: number; name: string }

type PagedSelectProps = {
  label: string
  placeholder: string
  options: Option[]
  selected: number | undefined
  onSelect: (id: number) => void
  onLeave?: () => void
  error?: string
  isLoading: boolean
  /** Asks for more options; called when the end of the list comes into view. */
  loadMore: () => void
}

/** A choice from a list that comes page by page: more is loaded as one scrolls to its end. */
export function PagedSelect(props: PagedSelectProps) {
  const { label, placeholder, options, selected, onSelect, onLeave, error, isLoading, loadMore } = props
  const id = useId()
  // A list that opens from within a dialog must lie in it: all else on the page is out of reach.
  const [place, setPlace] = useState<HTMLElement>()
  const notePlace = (element: HTMLElement | null) => {
    if (element) setPlace(element.closest('dialog') ?? document.body)
  }

  return (
    <Select
      ref={notePlace}
      className={fieldStyles.field!}
      placeholder={placeholder}
      value={selected ?? null}
      onChange={(key) => key !== null && onSelect(Number(key))}
      onBlur={onLeave}
      isInvalid={error !== undefined}
    >
      <Label className={fieldStyles.label!}>{label}</Label>
      <Button className={styles.button!} aria-describedby={error && `${id}-error`}>
        <SelectValue className={styles.value!} />
        <ChevronDown size={20} aria-hidden="true" />
      </Button>
      <FieldError id={id} error={error} />
      <Popover className={styles.popover!} UNSTABLE_portalContainer={place} offset={4}>
        <ListBox
          className={styles.list!}
          renderEmptyState={() => <p className={styles.note}>{isLoading ? 'Caricamento…' : 'Nessun elemento'}</p>}
        >
          <Collection items={options}>
            {({ name }) => (
              <ListBoxItem className={styles.option!} textValue={name}>
                <span className={styles.name}>{name}</span>
                <Check size={18} className={styles.check} aria-hidden="true" />
              </ListBoxItem>
            )}
          </Collection>
          <ListBoxLoadMoreItem className={styles.note!} onLoadMore={loadMore} isLoading={isLoading}>
            Caricamento…
          </ListBoxLoadMoreItem>
        </ListBox>
      </Popover>
    </Select>
  )
}
