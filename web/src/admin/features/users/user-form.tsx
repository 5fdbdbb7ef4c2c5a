import { offeredRoles, type Role, roleNames } from '@prenoto/core/contract/role.ts'
import { isStrongPassword } from '@prenoto/core/users/password.ts'
import { userFormSchema } from '@prenoto/core/users/user-form-schema.ts'
import type { User } from '@prenoto/core/users/user-schema.ts'
import { Checkbox, TextField } from '../../../ui/field.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { SelectField } from '../../ui/fields/admin-fields.tsx'
import { fieldRegister, useAdminForm } from '../../ui/forms/admin-form.ts'
import { CrudForm, type CrudTexts } from '../../ui/forms/crud-form.tsx'
import { CALENDAR_LABEL, OptionalCalendarSelect } from '../calendars/calendar-select.tsx'
import { useCalendarNames } from '../calendars/calendars.queries.ts'
import { useUser } from '../session/session.queries.ts'
import { AppointAdministrator } from './appoint-administrator.tsx'
import { InviteAgain } from './invite-again.tsx'
import { SecondFactorReset } from './second-factor-state.tsx'
import { useEmailConflict, users } from './users.queries.ts'

const TEXTS: CrudTexts = {
  add: 'Aggiungi utente',
  created: 'Utente creato con successo',
  updated: 'Utente aggiornato con successo',
  deleted: 'Utente eliminato con successo',
}

const LABELS = {
  name: 'Nome',
  surname: 'Cognome',
  email: 'Email',
  password: null,
  phone: 'Telefono',
  role: 'Ruolo',
  calendar_id: CALENDAR_LABEL,
  is_disabled: 'Utente disattivato',
}

const NEW_USER = {
  name: '',
  surname: '',
  email: '',
  phone: '',
  role: 'editor',
  calendar_id: null,
  is_disabled: false,
} as const

export function UserForm({ user, onDone }: { user: User | undefined; onDone: () => void }) {
  const form = useAdminForm(userFormSchema, { ...(user ?? NEW_USER), password: '' })
  const field = fieldRegister(form)
  const emailConflict = useEmailConflict(form.watch('email'), user?.id)
  const password = form.watch('password')
  const isWeak = Boolean(password) && !isStrongPassword(password!)
  const saveBlocker = emailConflict
    ? 'Per salvare usa un’altra email.'
    : isWeak
      ? 'Per salvare completa la password, o lascia vuoto il campo.'
      : undefined
  const isOwnUser = useUser().id === user?.id
  const email = field('email')
  const isAdmin = user?.role === 'admin'
  const roles: readonly Role[] = isAdmin ? (isOwnUser ? ['admin'] : [...offeredRoles, 'admin']) : offeredRoles

  return (
    <CrudForm
      form={form}
      crud={users}
      texts={TEXTS}
      item={user}
      labels={LABELS}
      formats={{ role: (role) => roleNames[role as Role], calendar_id: useCalendarNames() }}
      toValues={(user) => user}
      onDone={onDone}
      deletionBlocker={isOwnUser ? 'Non puoi eliminare il tuo utente.' : undefined}
      saveBlocker={saveBlocker}
    >
      <TextField label={LABELS.name} autoComplete="off" required {...field('name')} />
      <TextField label={LABELS.surname} autoComplete="off" required {...field('surname')} />
      <TextField
        label={LABELS.email}
        type="email"
        autoComplete="off"
        required
        {...email}
        error={email.error ?? emailConflict}
      />
      <TextField label={LABELS.phone} type="tel" autoComplete="off" {...field('phone')} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={
          isWeak ? 'Mancano ancora delle regole.' : user ? undefined : 'Lascia vuoto per inviare un invito via email.'
        }
        {...field('password')}
      />
      <SelectField label={LABELS.role} required {...field('role')}>
        {roles.map((role) => (
          <option key={role} value={role}>
            {roleNames[role]}
          </option>
        ))}
      </SelectField>
      <OptionalCalendarSelect control={form.control} hint="Se ne ha uno: quando prenota è il primo della scelta." />
      <Checkbox label={LABELS.is_disabled} disabled={isOwnUser} {...field('is_disabled')} />
      {user?.is_invited && !user.is_disabled && <InviteAgain user={user} />}
      {user && !isAdmin && !user.is_invited && !user.is_disabled && (
        <AppointAdministrator user={user} onDone={onDone} />
      )}
      {user && !isOwnUser && <SecondFactorReset user={user} />}
    </CrudForm>
  )
}
