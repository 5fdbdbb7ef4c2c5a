import { offeredRoles, roleNames } from '@prenoto/core/users/role.ts'
import { type User, userFormSchema } from '@prenoto/core/users/user-schema.ts'
import { SelectField } from '../../ui/admin-fields.tsx'
import { useAdminForm } from '../../ui/admin-form.ts'
import { CrudForm, type CrudTexts } from '../../ui/crud-form.tsx'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { users } from './users.queries.ts'

const TEXTS: CrudTexts = {
  add: 'Aggiungi utente',
  created: 'Utente creato con successo',
  updated: 'Utente aggiornato con successo',
  deleted: 'Utente eliminato con successo',
}

const NEW_USER = { name: '', surname: '', email: '', phone: '', role: 'editor', is_disabled: false } as const

export function UserForm({ user, onDone }: { user: User | undefined; onDone: () => void }) {
  const form = useAdminForm(userFormSchema, { ...(user ?? NEW_USER), password: '' })
  const { register, formState } = form
  const { errors } = formState
  const roles = user?.role === 'admin' ? (['admin'] as const) : offeredRoles

  return (
    <CrudForm form={form} crud={users} texts={TEXTS} item={user} onDone={onDone}>
      <TextField label="Nome" autoComplete="off" required error={errors.name?.message} {...register('name')} />
      <TextField label="Cognome" autoComplete="off" required error={errors.surname?.message} {...register('surname')} />
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        required
        error={errors.email?.message}
        {...register('email')}
      />
      <TextField label="Telefono" type="tel" autoComplete="off" error={errors.phone?.message} {...register('phone')} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={user ? undefined : 'Lascia vuoto per inviare un invito via email.'}
        error={errors.password?.message}
        {...register('password')}
      />
      <SelectField label="Ruolo" required error={errors.role?.message} {...register('role')}>
        {roles.map((role) => (
          <option key={role} value={role}>
            {roleNames[role]}
          </option>
        ))}
      </SelectField>
      <Checkbox label="Utente disattivato" error={errors.is_disabled?.message} {...register('is_disabled')} />
    </CrudForm>
  )
}
