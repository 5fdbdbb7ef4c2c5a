import type { DnsRecord } from '@prenoto/core/domains/domains.endpoints.ts'
import { Copy } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { showToast } from '../../../ui/toasts.ts'
import styles from './domains.module.css'

/** The records to write in the DNS, with their values to copy. */
export function DnsRecords({ records, host }: { records: DnsRecord[]; host: string | null }) {
  return (
    <div className={`stack gap-3 ${styles.instructions}`}>
      <p>Dove hai comprato il dominio, apri la gestione del DNS e scrivi questi record. Poi torna qui e verifica.</p>
      <ul className={styles.records} aria-label="Record da scrivere nel DNS">
        {records.map(({ type, name, value }) => (
          <li key={`${type} ${value}`} className={`row gap-3 justify-between rounded-m sunken ${styles.record}`}>
            <dl className={`grid gap-x-4 gap-y-1 flex-1 min-w-0 ${styles.parts}`}>
              <div>
                <dt>Tipo</dt>
                <dd>{type}</dd>
              </div>
              <div>
                <dt>Nome</dt>
                <dd>{name}</dd>
              </div>
              <div>
                <dt>Valore</dt>
                <dd>{value}</dd>
              </div>
            </dl>
            <IconButton label={`Copia il valore ${value}`} Icon={Copy} onClick={() => copy(value)} />
          </li>
        ))}
      </ul>
      <ul className={`grid gap-1 muted text-s ${styles.hints}`}>
        <li>Se con lo stesso nome ci sono già altri record A o AAAA, toglili.</li>
        {host && (
          <li>
            Per un nome come www.tuosalone.it, al posto dei record A e AAAA puoi scrivere un solo record CNAME con il
            valore <strong>{host}</strong>.
          </li>
        )}
        <li>Alcuni pannelli aggiungono il dominio da soli: lì, come nome, scrivi solo la parte che viene prima.</li>
      </ul>
    </div>
  )
}

async function copy(value: string) {
  try {
    await navigator.clipboard.writeText(value)
    showToast('success', 'Valore copiato.')
  } catch {
    showToast('info', 'Il browser non permette di copiare: seleziona il valore e copialo a mano.')
  }
}
