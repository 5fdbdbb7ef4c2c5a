import type { ErasurePreview } from '@prenoto/core/customers/customer-schema.ts'
import styles from './customer-sheet.module.css'

/** Previews an erasure: the deleted data, and other customers with the same contact, who are kept. */
export function ErasureContents({ preview }: { preview: ErasurePreview }) {
  const {
    bookings,
    contact_requests,
    contact_names,
    waiting_list_entries,
    imported_lines,
    health_notes,
    health_documents,
    others,
    other_names,
  } = preview
  const erased = [
    bookings > 0 && countText(bookings, 'prenotazione resta senza nome', 'prenotazioni restano senza nome'),
    contact_requests > 0 &&
      `${countText(contact_requests, 'richiesta di contatto', 'richieste di contatto')} (${joinNames(contact_names)})`,
    waiting_list_entries > 0 &&
      countText(waiting_list_entries, 'richiesta in lista d’attesa', 'richieste in lista d’attesa'),
    imported_lines > 0 && countText(imported_lines, 'riga di un file importato', 'righe di file importati'),
    health_notes > 0 && countText(health_notes, 'nota sulla salute', 'note sulla salute'),
    health_documents > 0 && countText(health_documents, 'documento sulla salute', 'documenti sulla salute'),
    'i nomi nelle notifiche',
  ].filter((line) => line !== false)
  return (
    <>
      <ul className={styles.erased}>
        {erased.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {others > 0 && (
        <p>
          {`${others === 1 ? 'Ha lo stesso recapito, e resta, anche ' : 'Hanno lo stesso recapito, e restano, anche '}${joinNames(other_names)}${others > other_names.length ? ` e altri ${others - other_names.length}` : ''}.`}
        </p>
      )}
    </>
  )
}

const countText = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

const joinNames = (names: string[]) => names.join(', ')
