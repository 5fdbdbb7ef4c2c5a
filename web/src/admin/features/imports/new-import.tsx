import type { ImportKind } from '@prenoto/core/imports/import-fields.ts'
import { IMPORT_DAYS } from '@prenoto/core/imports/import-outcomes.ts'
import { createImport, type ImportDetails, MAX_HEADING_ROW } from '@prenoto/core/imports/imports.endpoints.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiUpload, getMessage } from '../../../lib/api-client.ts'
import { ButtonChoice } from '../../ui/button-choice.tsx'
import { FileField, SelectField } from '../../ui/fields/admin-fields.tsx'
import { GuideLink } from '../../ui/guide-link.tsx'
import { KINDS } from './import-texts.ts'
import styles from './imports.module.css'
import { importQuery } from './imports.queries.ts'

const KIND_OPTIONS = Object.entries(KINDS) as [ImportKind, string][]

const HEADING_ROWS = Array.from({ length: MAX_HEADING_ROW }, (_, i) => i + 1)

const FILE_HINTS: Record<ImportKind, string> = {
  customers:
    'Un cliente per riga, con i titoli delle colonne nella prima. Va bene l’elenco scaricato da Fresha, Acuity o da un altro programma, o salvato in CSV da Excel. Al massimo 5 MB e 20.000 righe.',
  bookings:
    'Una prenotazione per riga, con data, ora, servizio e cliente. Le date passate si saltano. Al massimo 5 MB e 20.000 righe.',
}

const FACTS: Record<ImportKind, string[]> = {
  customers: [
    'I clienti importati non hanno un consenso registrato in Prenoto: importa soltanto chi è già cliente tuo.',
    'Chi hai cancellato su richiesta non si riconosce più: toglilo dal file.',
    'Le note sulla salute hanno il loro posto nella scheda del cliente: non importarle tra le note interne.',
  ],
  bookings: [
    'I promemoria delle prenotazioni importate partono come sempre: spegnili nel vecchio programma, così non arrivano doppi.',
    'Durata e prezzo sono quelli del servizio in Prenoto. Le ore sono quelle della tua attività.',
    'Importa prima i clienti: così ogni prenotazione trova il suo.',
  ],
}

type NewImportProps = { kind: ImportKind; onChoose: (kind: ImportKind) => void; onUploaded: (id: number) => void }

/** The first step: what the file contains, and the file. */
export function NewImport({ kind, onChoose, onUploaded }: NewImportProps) {
  const queryClient = useQueryClient()
  const [headingRow, setHeadingRow] = useState('')
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: (file: File): Promise<ImportDetails> =>
      apiUpload(createImport, file, {
        query: { kind, heading_row: headingRow === '' ? undefined : Number(headingRow) },
      }),
    onSuccess: (created) => {
      queryClient.setQueryData(importQuery(created.id).queryKey, created)
      onUploaded(created.id)
    },
  })
  return (
    <section className={styles.step} aria-label="Nuovo file">
      <ButtonChoice legend="Che cosa contiene il file?" options={KIND_OPTIONS} chosen={kind} onChoose={onChoose} />
      <div className={styles.file}>
        <FileField
          label="File CSV"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          hint={FILE_HINTS[kind]}
          error={error && !isPending ? getMessage(error) : undefined}
          fileName={isPending ? `Lettura di ${variables.name}…` : undefined}
          disabled={isPending}
          onPick={(file) => mutate(file)}
        />
      </div>
      <div className={styles.file}>
        <SelectField
          label="Titoli delle colonne"
          hint="Indica la riga solo se non la trovo bene da solo."
          value={headingRow}
          onChange={({ target }) => setHeadingRow(target.value)}
        >
          <option value="">Trovali da solo</option>
          <option value="0">Il file non ha titoli</option>
          {HEADING_ROWS.map((row) => (
            <option key={row} value={row}>
              {`Riga ${row}`}
            </option>
          ))}
        </SelectField>
      </div>
      <ul className={styles.facts}>
        <li>Niente cambia finché non hai visto l’esito di ogni riga e confermato.</li>
        <li>Nessun cliente riceve un’email per l’importazione.</li>
        <li>
          {`Puoi annullare tutta l’importazione per ${IMPORT_DAYS} giorni; il file resta qui altrettanto, poi si cancella.`}
        </li>
        {FACTS[kind].map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <GuideLink page="importare-i-clienti" about="Importa" />
    </section>
  )
}
