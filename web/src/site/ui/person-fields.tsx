import { TextField } from '../../ui/field.tsx'

type PersonName = 'name' | 'surname' | 'email' | 'telephone'

type PersonFieldsProps = {
  field: (name: PersonName) => { name: string; error?: string; defaultValue?: string; autoFocus?: boolean }
  /** Whether the telephone is the last field, so that a phone's keyboard offers to send. */
  isLast: boolean
}

export const PersonFields = ({ field, isLast }: PersonFieldsProps) => (
  <>
    <TextField
      label="Nome *"
      autoComplete="given-name"
      autoCapitalize="words"
      enterKeyHint="next"
      required
      {...field('name')}
    />
    <TextField
      label="Cognome *"
      autoComplete="family-name"
      autoCapitalize="words"
      enterKeyHint="next"
      required
      {...field('surname')}
    />
    <TextField
      label="Email *"
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      enterKeyHint="next"
      required
      {...field('email')}
    />
    <TextField
      label="Telefono *"
      type="tel"
      autoComplete="tel"
      enterKeyHint={isLast ? 'send' : 'next'}
      required
      {...field('telephone')}
    />
  </>
)
