import { CalendarSync } from 'lucide-react'
import { ButtonLink } from '../../../ui/button.tsx'
import { NewSecret } from '../../ui/fields/new-secret.tsx'

const COPY_TEXTS = {
  button: 'Copia il link',
  copied: 'Link copiato.',
  selected: 'Il link è selezionato: copialo con la tastiera o con il menu.',
}

export const NewLink = ({ label, address }: { label: string; address: string }) => (
  <NewSecret
    text="Il link è pronto: copialo adesso, per sicurezza non verrà più mostrato."
    label={label}
    value={address}
    texts={COPY_TEXTS}
  >
    <ButtonLink look="quiet" href={address.replace(/^https?:/, 'webcal:')}>
      <CalendarSync size={18} aria-hidden="true" />
      Apri nel calendario
    </ButtonLink>
  </NewSecret>
)
