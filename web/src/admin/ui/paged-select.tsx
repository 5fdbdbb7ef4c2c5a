import { Check, ChevronDown } from 'lucide-react'
import { use, useEffect, useId } from 'react'
import { Button } from 'react-aria-components/Button'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem, ListBoxLoadMoreItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select, SelectValue } from 'react-aria-components/Select'
import fieldStyles from '../../ui/field.module.css'
import { FieldError, type Named } from '../../ui/field.tsx'
import { type CursorList, useList } from '../lib/crud-queries.ts'
import styles from './paged-select.module.css'
import { PanelContext } from './side-panel.tsx'

const PER_PAGE = 10

/** What stands in the list; a note says what is special about it. */
type Choice = { id: number; name: string; note?: string }

const textOf = ({ name, note }: Choice) => (note ? `${name} – ${note}` : name)

type PagedSelectProps<Item extends Choice> = Named & {
  list: CursorList<Item>
  value: number | undefined
  onChange: (id: number | undefined) => void
  onBlur?: () => void
  placeholder: string
  /** Whether a value that is not on the first page gives way to the first of the list, without a look at the others. */
  preferFirst?: boolean
}

/** One of a list that loads 10 at a time, more as one scrolls to its end. */
export function PagedSelect<Item extends Choice>({
  label,
  error,
  list,
  value,
  onChange,
  onBlur,
  placeholder,
  preferFirst = false,
}: PagedSelectProps<Item>) {
  const id = useId()
  const panel = use(PanelContext)
  const { items, hasMore, isLoading, isFailed, loadMore } = useList(list, PER_PAGE)
  const isFound = value === undefined || items.some((item) => item.id === value)

  // The chosen one is named even when it comes late in the list; one that is not there is none.
  useEffect(() => {
    if (isFound || isLoading || isFailed) return
    if (preferFirst) onChange(items[0]?.id)
    else if (hasMore) loadMore()
    else onChange(undefined)
  })

  return (
    <Select
      className={fieldStyles.field!}
      placeholder={placeholder}
      // It opens before its first page came, and says so.
      allowsEmptyCollection
      onOpenChange={(opens) => opens && isFailed && loadMore()}
      value={value !== undefined && isFound ? value : null}
      onChange={(chosen) => chosen !== null && onChange(Number(chosen))}
      onBlur={onBlur}
      isInvalid={error !== undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <Label className={fieldStyles.label!}>{label}</Label>
      <Button className={`${fieldStyles.input} ${styles.button}`} aria-invalid={error ? true : undefined}>
        <SelectValue className={styles.value!}>{({ selectedText }) => selectedText || placeholder}</SelectValue>
        <ChevronDown size={18} aria-hidden="true" className={styles.arrow} />
      </Button>
      <FieldError id={id} error={error} />
      <Popover className={styles.popover!} offset={4} UNSTABLE_portalContainer={panel ?? undefined}>
        <ListBox
          className={styles.list!}
          renderEmptyState={() => (
            <p className={styles.note}>
              {isLoading ? 'Caricamento…' : isFailed ? 'Elenco non disponibile.' : 'Nessun elemento.'}
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
      </Popover>
    </Select>
  )
}
