import type { Period } from '@prenoto/core/reports/period.ts'
import { exportBookings, exportCustomers } from '@prenoto/core/reports/reports.endpoints.ts'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { apiDownload } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import styles from './reports.module.css'

/** CSV downloads: the bookings of the period and all customers. */
export function Exports({ period }: { period: Period }) {
  return (
    <section className={styles.exports} aria-labelledby="exports-title">
      <h2 id="exports-title" className={styles.title}>
        Scarica per il foglio di calcolo
      </h2>
      <p className={styles.exportsText}>
        File CSV che si aprono con Excel e LibreOffice. Contengono i dati dei tuoi clienti: conservali con cura.
      </p>
      <div className={styles.exportButtons}>
        <DownloadButton text="Prenotazioni del periodo" endpoint={exportBookings} query={period} />
        <DownloadButton text="Tutti i clienti" endpoint={exportCustomers} />
      </div>
    </section>
  )
}

type DownloadButtonProps = {
  text: string
  endpoint: typeof exportBookings | typeof exportCustomers
  query?: Period
}

function DownloadButton({ text, endpoint, query }: DownloadButtonProps) {
  const abort = useRef<AbortController>(undefined)
  useEffect(() => {
    const controller = new AbortController()
    abort.current = controller
    return () => controller.abort()
  }, [])

  const { mutate: download, isPending } = useMutation({
    mutationFn: () => apiDownload(endpoint, { query, signal: abort.current!.signal }),
    onSuccess: save,
    onError: (error) => {
      if (!abort.current!.signal.aborted) reportFailure(error)
    },
  })

  return (
    <Button look="quiet" loading={isPending} onClick={() => download()}>
      <Download size={18} aria-hidden="true" />
      {text}
    </Button>
  )
}

function save({ content, name }: { content: Blob; name: string }) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // Revoked late, since the browser reads the file asynchronously.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
