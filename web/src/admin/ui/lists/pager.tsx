import { Button } from '../../../ui/button.tsx'

type PagerProps = { page: number; count: number; onChange: (page: number) => void }

/** Previous and next page; `page` is zero-based. */
export function Pager({ page, count, onChange }: PagerProps) {
  return (
    <nav className="row gap-3 flex-wrap justify-between" aria-label="Pagine" lang="en">
      <Button look="quiet" disabled={page === 0} onClick={() => onChange(page - 1)}>
        Previous
      </Button>
      <p className="muted tabular-nums" aria-live="polite">
        {`Page ${page + 1} of ${count}`}
      </p>
      <Button look="quiet" disabled={page + 1 >= count} onClick={() => onChange(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
