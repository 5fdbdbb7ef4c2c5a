const WIRE = /^(\d\d)-(\d\d)-(\d{4})$/

/** '21-11-2026' → '2026-11-21', as date fields take it; '' for anything else. */
export function toFieldDate(date: string): string {
  const parts = WIRE.exec(date)
  return parts ? `${parts[3]}-${parts[2]}-${parts[1]}` : ''
}
