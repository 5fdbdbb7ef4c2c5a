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
import styles from './fields.module.css'

const PER_PAGE = 10

/** On touch screens a focused search field would cover the list with the keyboard. */
const canPoint = matchMedia('(hover: hover)').matches

/** An item of the list, with an optional note. */
type Option = { id: number; name: string; note?: string }

const formatOption = ({ name, note }: Option) => (note ? `${name} – ${note}` : name)

const LIST_FORMAT = new Intl.ListFormat('it')

type PagedProps<Item extends Option, Value> = Hinted & {
  list: ChoiceList<Item>
  value: Value
  onBlur?: () => void
  placeholder: string
}

type PagedSelectProps<Item extends Option> = PagedProps<Item, number | undefined> & {
  onChange: (id: number | undefined) => void
  ref?: Ref<HTMLButtonElement>
  /** Searches the list by name; offered if the list is longer than a page. */
  search?: (text: string) => CursorList<Item>
  /** Whether the first item replaces an id that does not exist. */
  preferFirst?: boolean
}

/** A select that loads 10 items at a time while scrolling. */
export function PagedSelect<Item extends Option>({
  list,
  value,
  onChange,
  preferFirst = false,
  search,
  ...field
}: PagedSelectProps<Item>) {
  const loaded = useList(list, PER_PAGE)
  const [text, setText] = useState('')
  const query = useDebounced(text.trim())
  const results = useList(search && query ? search(query) : list, PER_PAGE)
  const { items } = loaded
  // A search result may be on a page that the list has not loaded yet.
  const [picked, setPicked] = useState<Item>()
  const withPicked = { ...loaded, items: picked ? [...items, picked] : items }
  const { selected, hasUnknown } = useSelected(list, withPicked, value === undefined ? [] : [value])

  const replace = useEffectEvent(() => onChange(preferFirst ? items[0]?.id : undefined))
  useEffect(() => {
    if (hasUnknown) replace()
  }, [hasUnknown])

  return (
    <Chooser
      {...field}
      loaded={results}
      search={search && items.length >= PER_PAGE ? { text, setText } : undefined}
      selected={selected}
      choice={{
        selectionMode: 'single',
        value: selected[0]?.id ?? null,
        onChange: (chosen) => {
          if (chosen === null) return
          setPicked(results.items.find(({ id }) => id === chosen))
          onChange(Number(chosen))
        },
      }}
    />
  )
}

type PagedMultiSelectProps<Item extends Option> = PagedProps<Item, readonly number[]> & {
  onChange: (ids: number[]) => void
  /** The id of an item that is left out. */
  except?: number
  emptyText: string
}

/** Selects any number of items; the ids are sorted. */
export function PagedMultiSelect<Item extends Option>({
  list,
  value,
  onChange,
  except,
  ...field
}: PagedMultiSelectProps<Item>) {
  const loaded = useList(list, PER_PAGE)
  const items = loaded.items.filter((item) => item.id !== except)
  const others = value.filter((id) => id !== except)
  const { selected, hasUnknown } = useSelected(list, loaded, others)
  const existing = hasUnknown ? selected.map(({ id }) => id) : others

  const drop = useEffectEvent(() => onChange(existing))
  const hasDropped = existing.length < value.length
  useEffect(() => {
    if (hasDropped) drop()
  }, [hasDropped])

  return (
    <Chooser
      {...field}
      loaded={{ ...loaded, items }}
      selected={selected}
      choice={{
        selectionMode: 'multiple',
        value: existing,
        onChange: (chosen) => onChange(chosen.map(Number).sort((one, other) => one - other)),
      }}
    />
  )
}

/** The selected items, read by id if no loaded page has them, and whether an id does not exist. */
function useSelected<Item extends Option>(
  list: ChoiceList<Item>,
  { items, isLoading }: LoadedList<Item>,
  ids: readonly number[],
) {
  const isFirstPageRead = items.length > 0 || !isLoading
  const missing = isFirstPageRead ? ids.filter((id) => !items.some((item) => item.id === id)) : []
  const { data: read = [], isSuccess } = useQuery(itemsQuery(list, missing))
  const knownItems = [...items, ...read]
  return {
    selected: ids.flatMap((id) => knownItems.find((item) => item.id === id) ?? []),
    hasUnknown: isSuccess && read.length < missing.length,
  }
}

type Mode = 'single' | 'multiple'

type ChooserProps<Item extends Option, M extends Mode> = Omit<PagedProps<Item, unknown>, 'list' | 'value'> & {
  loaded: LoadedList<Item>
  choice: Pick<SelectProps<Item, M>, 'value' | 'onChange'> & { selectionMode: M }
  emptyText?: string
  ref?: Ref<HTMLButtonElement>
  search?: { text: string; setText: (text: string) => void }
  /** The selected items, which may be outside of the loaded pages. */
  selected: Item[]
}

function Chooser<Item extends Option, M extends Mode>({
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
      // Opens while the first page is loading.
      allowsEmptyCollection
      onOpenChange={(opens) => {
        if (opens && isFailed) loadMore()
        if (!opens) search?.setText('')
      }}
      onBlur={onBlur}
      isInvalid={error !== undefined}
      aria-describedby={error || hint ? `${id}-error` : undefined}
    >
      <Label className={fieldStyles.label!}>{label}</Label>
      <Button
        ref={ref}
        className={`${fieldStyles.input} row gap-2 justify-between text-left`}
        aria-invalid={error ? true : undefined}
      >
        <SelectValue className={`min-w-0 truncate ${styles.value}`}>
          <span>{selected.length > 0 ? LIST_FORMAT.format(selected.map(formatOption)) : placeholder}</span>
        </SelectValue>
        <ChevronDown size={18} aria-hidden="true" className="muted" />
      </Button>
      <FieldError id={id} error={error} hint={hint} />
      <Popover className={styles.pagedSelectPopover!} offset={4} UNSTABLE_portalContainer={panel ?? undefined}>
        <Searchable search={search} label={label}>
          <ListBox
            className={styles.list!}
            renderEmptyState={() => (
              <p className="p-3 muted">
                {isLoading
                  ? 'Caricamento…'
                  : isFailed
                    ? 'Elenco non disponibile.'
                    : search?.text
                      ? 'Nessun risultato.'
                      : emptyText}
              </p>
            )}
          >
            {items.map((item) => (
              <ListBoxItem
                key={item.id}
                id={item.id}
                textValue={formatOption(item)}
                className={`row gap-3 touch justify-between cursor-pointer ${styles.option}`}
              >
                <span className="min-w-0 break-words">
                  <span>{`${item.name} `}</span>
                  {item.note && <span className="block muted text-xs">{item.note}</span>}
                </span>
                <Check size={18} aria-hidden="true" className={styles.check} />
              </ListBoxItem>
            ))}
            {hasMore && (
              <ListBoxLoadMoreItem onLoadMore={loadMore} isLoading={isLoading} scrollOffset={0}>
                <p className="p-3 muted">Caricamento…</p>
              </ListBoxLoadMoreItem>
            )}
          </ListBox>
        </Searchable>
      </Popover>
    </Select>
  )
}

type SearchableProps = {
  search: { text: string; setText: (text: string) => void } | undefined
  label: string
  children: ReactNode
}

function Searchable({ search, label, children }: SearchableProps) {
  if (!search) return children
  return (
    <Autocomplete inputValue={search.text} onInputChange={search.setText} disableAutoFocusFirst>
      <SearchField aria-label={`Cerca ${label.toLowerCase()}`} autoFocus={canPoint} className={styles.search!}>
        <Input className={`control w-full touch px-3 ${styles.searchInput}`} placeholder="Cerca…" />
      </SearchField>
      {children}
    </Autocomplete>
  )
}
