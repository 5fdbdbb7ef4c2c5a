import { type ImportKind, importKinds } from '@prenoto/core/imports/import-fields.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ImportSteps } from '../features/imports/import-steps.tsx'
import { importsQuery } from '../features/imports/imports.queries.ts'
import { NewImport } from '../features/imports/new-import.tsx'
import { RecentImports } from '../features/imports/recent-imports.tsx'
import { AdminPage } from '../ui/admin-page.tsx'

/** Imports customers or future bookings from a CSV file. The address names the file, `?file=12`, or the kind, `?tipo=bookings`. */
export default function ImportPage() {
  const queryClient = useQueryClient()
  const [params, setParams] = useSearchParams()
  const file = Number(params.get('file'))
  const kind = importKinds.find((name) => name === params.get('tipo')) ?? 'customers'
  const choose = (tipo: ImportKind) => setParams({ tipo }, { replace: true })
  const leave = () => {
    queryClient.invalidateQueries({ queryKey: importsQuery.queryKey, exact: true })
    setParams({})
  }
  return (
    <AdminPage title="Importa">
      {file ? (
        <ImportSteps key={file} id={file} onDiscarded={leave} />
      ) : (
        <>
          <NewImport key={kind} kind={kind} onChoose={choose} onUploaded={(id) => setParams({ file: String(id) })} />
          <RecentImports />
        </>
      )}
    </AdminPage>
  )
}
