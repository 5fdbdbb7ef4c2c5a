import { Printer } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { adminPaths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import styles from '../features/guide/guide.module.css'
import { findGuidePage, guideIndex, searchGuide } from '../features/guide/guide-pages.ts'
import { GuideText } from '../features/guide/guide-text.tsx'
import { AdminPage } from '../ui/admin-page.tsx'
import { EmptyState } from '../ui/lists/empty-state.tsx'

/** The guide: its index with a search, or the page that the address names. */
export default function GuidePage() {
  const { page } = useParams()
  return page ? <Topic name={page} /> : <Index />
}

const backToIndex = (
  <Link to={adminPaths.guide} className={styles.back}>
    Tutta la guida
  </Link>
)

function Topic({ name }: { name: string }) {
  const page = findGuidePage(name)
  if (!page)
    return (
      <AdminPage title="Guida">
        <EmptyState text="Questa pagina della guida non c’è.">{backToIndex}</EmptyState>
      </AdminPage>
    )
  return (
    <AdminPage
      title={page.title}
      actions={
        <span className={styles.screenOnly}>
          <Button look="quiet" onClick={() => print()}>
            <Printer size={18} aria-hidden="true" />
            Stampa
          </Button>
        </span>
      }
    >
      <article className={styles.text}>
        <GuideText nodes={page.body} />
      </article>
      <p className={styles.screenOnly}>{backToIndex}</p>
    </AdminPage>
  )
}

function Index() {
  const [params, setParams] = useSearchParams()
  const [query, setQuery] = useState(params.get('cerca') ?? '')
  const search = (text: string) => {
    setQuery(text)
    setParams(text ? { cerca: text } : {}, { replace: true, preventScrollReset: true })
  }
  return (
    <AdminPage title="Guida">
      <div className={styles.search}>
        <TextField
          label="Cerca nella guida"
          type="search"
          hint="Una o più parole, per esempio «ferie» o «secondo fattore»."
          autoComplete="off"
          maxLength={200}
          value={query}
          onChange={({ target }) => search(target.value)}
        />
      </div>
      {query.trim() ? (
        <Results query={query} />
      ) : (
        <div className={styles.index}>
          <GuideText nodes={guideIndex.body} />
        </div>
      )}
    </AdminPage>
  )
}

function Results({ query }: { query: string }) {
  const foundPages = searchGuide(query)
  return (
    <>
      <p role="status" className={styles.count}>
        {foundPages.length === 1 ? 'Una pagina' : `${foundPages.length} pagine`}
      </p>
      {foundPages.length === 0 && <EmptyState text="Nessuna pagina con queste parole: prova con una sola." />}
      <ul className={styles.results} aria-label="Pagine trovate">
        {foundPages.map(({ name, title, intro }) => (
          <li key={name}>
            <Link to={adminPaths.guidePage(name)}>{title}</Link>
            <p>{intro}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
