import type { Period } from '@prenoto/core/reports/period.ts'
import { exportBookings, exportCustomers } from '@prenoto/core/reports/reports.endpoints.ts'
import { DownloadButton } from '../../ui/download-button.tsx'

/** CSV downloads: the bookings of the period and all customers. */
export function Exports({ period }: { period: Period }) {
  return (
    <section className={'grid gap-2 print-hidden'} aria-label="Scarica per il foglio di calcolo">
      <div className="flex gap-3 flex-wrap">
        <DownloadButton text="Prenotazioni del periodo" endpoint={exportBookings} query={period} />
        <DownloadButton text="Tutti i clienti" endpoint={exportCustomers} />
      </div>
      <p className="muted text-xs measure">
        File CSV per Excel e LibreOffice. Contengono i dati dei tuoi clienti: conservali con cura.
      </p>
    </section>
  )
}
