import { CalendarSync } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { ButtonLink } from '../../../ui/button.tsx'
import { CopyField } from '../../ui/fields/copy-field.tsx'

const COPY_TEXTS = {
  button: 'Copia il link',
  copied: 'Link copiato.',
  selected: 'Il link è selezionato: copialo con la tastiera o con il menu.',
}

/** Shows the address once, selected and ready to copy. */
export function NewLink({ label, address }: { label: string; address: string }) {
  const link = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: selects each new address
  useEffect(() => link.current?.querySelector('input')?.select(), [address])

  return (
    <div ref={link} className="grid gap-2 min-w-0 p-4 rounded-m sunken">
      <p className="empty-hidden" role="status">
        Il link è pronto: copialo adesso, per sicurezza non verrà più mostrato.
      </p>
      <CopyField label={label} value={address} texts={COPY_TEXTS}>
        <ButtonLink look="quiet" href={address.replace(/^https?:/, 'webcal:')}>
          <CalendarSync size={18} aria-hidden="true" />
          Apri nel calendario
        </ButtonLink>
      </CopyField>
    </div>
  )
}
