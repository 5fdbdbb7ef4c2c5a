import { useQuery } from '@tanstack/react-query'
import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, type Ref, use, useEffect, useEffectEvent, useId, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Button } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem, ListBoxLoadMoreItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { SearchField } from 'react-aria-components/SearchField'
import { Select, type SelectProps, SelectValue } from 'react-aria-components/Select'
import fieldStyles from '../../../ui/field.module.css'
import { FieldError, type Hinted } from '../../../ui/field.tsx'
import { type ChoiceList, type CursorList, itemsQuery, type LoadedList, useList } from '../../lib/crud-queries.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { PanelContext } from '../panels/side-panel.tsx'
import styles from './paged-select.module.css'

const PER_PAGE = 10

/** On touch screens a focused search field would cover the list with the keyboard. */
const canPoint = matchMedia('(hover: hover)').matches

/** What stands in the list; a note says what is special about it. */
type Choice = { id: number; name: string; note?: string }

const textOf = ({ name, note }: Choice) => (note ? `${name} – ${note}` : name)

const LIST_FORMAT = new Intl.ListFormat('it')

type PagedProps<Item extends Choice, Value> = Hinted & {
  list: ChoiceList<Item>
  value: Value
  onBlur?: () => void
  placeholder: string
}

type PagedSelectProps<Item extends Choice> = PagedProps<Item, number | undefined> & {
  onChange: (id: number | undefined) => void
  ref?: Ref<HTMLButtonElement>
  /** The items whose name contains a text; a list longer than a page can then be searched. */
  search?: (text: string) => CursorList<Item>
  /** Whether the first item of the list replaces a value that does not exist. */
  preferFirst?: boolean
}

/** One of a list that loads 10 at a time, more as one scrolls to its end. */
export function PagedSelect<Item extends Choice>({
  list,
  value,
  onChange,
  preferFirst = false,
  search,
  ...field
}: PagedSelectProps<Item>) {
  const loaded = useList(list, PER_PAGE)
  const [typed, setTyped] = useState('')
  const sought = useDebounced(typed.trim())
  const found = useList(search && sought ? search(sought) : list, PER_PAGE)
  const { items } = loaded
  // A search may find an item on a page that the list has not loaded yet.
  const [picked, setPicked] = useState<Item>()
  const known = { ...loaded, items: picked ? [...items, picked] : items }
  const { selected, isGone } = useSelected(list, known, value === undefined ? [] : [value])

  const replace = useEffectEvent(() => onChange(preferFirst ? items[0]?.id : undefined))
  useEffect(() => {
    if (isGone) replace()
  }, [isGone])

  return (
    <Chooser
      {...field}
      loaded={found}
      search={search && items.length >= PER_PAGE ? { typed, setTyped } : undefined}
      selected={selected}
      choice={{
        selectionMode: 'single',
        value: selected[0]?.id ?? null,
        onChange: (chosen) => {
          if (chosen === null) return
          setPicked(found.items.find(({ id }) => id === chosen))
          onChange(Number(chosen))
        },
      }}
    />
  )
}

type PagedMultiSelectProps<Item extends Choice> = PagedProps<Item, readonly number[]> & {
  onChange: (ids: number[]) => void
  /** One of the list that cannot be chosen. */
  except?: number
  /** What is said where there is nothing to choose from. */
  emptyText: string
}

/** Any number of such a list, in the order of their ids. */
export function PagedMultiSelect<Item extends Choice>({
  list,
  value,
  onChange,
  except,
  ...field
}: PagedMultiSelectProps<Item>) {
  const loaded = useList(list, PER_PAGE)
  const items = loaded.items.filter((item) => item.id !== except)
  const others = value.filter((id) => id !== except)
  const { selected, isGone } = useSelected(list, loaded, others)
  const kept = isGone ? selected.map(({ id }) => id) : others

  const drop = useEffectEvent(() => onChange(kept))
  const isLess = kept.length < value.length
  useEffect(() => {
    if (isLess) drop()
  }, [isLess])

  return (
    <Chooser
      {...field}
      loaded={{ ...loaded, items }}
      selected={selected}
      choice={{
        selectionMode: 'multiple',
        value: kept,
        onChange: (chosen) => onChange(chosen.map(Number).sort((one, other) => one - other)),
      }}
    />
  )
}

/** The selected items, read by their ids where no loaded page has them, and whether one of them does not exist. */
function useSelected<Item extends Choice>(
  list: ChoiceList<Item>,
  { items, isLoading }: LoadedList<Item>,
  ids: readonly number[],
) {
  const isFirstPageRead = items.length > 0 || !isLoading
  const missing = isFirstPageRead ? ids.filter((id) => !items.some((item) => item.id === id)) : []
  const { data: found = [], isSuccess } = useQuery(itemsQuery(list, missing))
  const known = [...items, ...found]
  return {
    selected: ids.flatMap((id) => known.find((item) => item.id === id) ?? []),
    isGone: isSuccess && found.length < missing.length,
  }
}

type Mode = 'single' | 'multiple'

type ChooserProps<Item extends Choice, M extends Mode> = Omit<PagedProps<Item, unknown>, 'list' | 'value'> & {
  loaded: LoadedList<Item>
  choice: Pick<SelectProps<Item, M>, 'value' | 'onChange'> & { selectionMode: M }
  emptyText?: string
  ref?: Ref<HTMLButtonElement>
  search?: { typed: string; setTyped: (text: string) => void }
  /** The selected items, which need not be in the part of the list that is shown. */
  selected: Item[]
}

function Chooser<Item extends Choice, M extends Mode>({
  label,
  error,
  hint,
  loaded: { items, hasMore, isLoading, isFailed, loadMore },
  choice,
  onBlur,
  placeholder,
  emptyText = 'Nessun elemento.',
  ref,
  search,
  selected,
}: ChooserProps<Item, M>) {
  const id = useId()
  const panel = use(PanelContext)
  return (
    <Select<Item, M>
      {...choice}
      className={fieldStyles.field!}
      placeholder={placeholder}
      // It opens before its first page came, and says so.
      allowsEmptyCollection
      onOpenChange={(opens) => {
        if (opens && isFailed) loadMore()
        if (!opens) search?.setTyped('')
      }}
      onBlur={onBlur}
      isInvalid={error !== undefined}
      aria-describedby={error || hint ? `${id}-error` : undefined}
    >
      <Label className={fieldStyles.label!}>{label}</Label>
      <Button ref={ref} className={`${fieldStyles.input} ${styles.button}`} aria-invalid={error ? true : undefined}>
        <SelectValue className={styles.value!}>
          {selected.length > 0 ? LIST_FORMAT.format(selected.map(textOf)) : placeholder}
        </SelectValue>
        <ChevronDown size={18} aria-hidden="true" className={styles.arrow} />
      </Button>
      <FieldError id={id} error={error} hint={hint} />
      <Popover className={styles.popover!} offset={4} UNSTABLE_portalContainer={panel ?? undefined}>
        <Searchable search={search} label={label}>
          <ListBox
            className={styles.list!}
            renderEmptyState={() => (
              <p className={styles.note}>
                {isLoading
                  ? 'Caricamento…'
                  : isFailed
                    ? 'Elenco non disponibile.'
                    : search?.typed
                      ? 'Nessun risultato.'
                      : emptyText}
              </p>
            )}
          >
            {items.map((item) => (
              <ListBoxItem key={item.id} id={item.id} textValue={textOf(item)} className={styles.option!}>
                <span className={styles.name}>
                  {item.name} {item.note && <span className={styles.mark}>{item.note}</span>}
                </span>
                <Check size={18} aria-hidden="true" className={styles.check} />
              </ListBoxItem>
            ))}
            {hasMore && (
              <ListBoxLoadMoreItem onLoadMore={loadMore} isLoading={isLoading} scrollOffset={0}>
                <p className={styles.note}>Caricamento…</p>
              </ListBoxLoadMoreItem>
            )}
          </ListBox>
        </Searchable>
      </Popover>
    </Select>
  )
}

type SearchableProps = {
  search: { typed: string; setTyped: (text: string) => void } | undefined
  label: string
  children: ReactNode
}

/** Puts a search field above the list, if it can be searched. */
function Searchable({ search, label, children }: SearchableProps) {
  if (!search) return children
  return (
    <Autocomplete inputValue={search.typed} onInputChange={search.setTyped} disableAutoFocusFirst>
      <SearchField aria-label={`Cerca ${label.toLowerCase()}`} autoFocus={canPoint} className={styles.search!}>
        <Input className={styles.searchInput!} placeholder="Cerca…" />
      </SearchField>
      {children}
    </Autocomplete>
  )
}
