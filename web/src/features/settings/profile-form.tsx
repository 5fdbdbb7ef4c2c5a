import { profileSchema } from '@prenoto/core/session/profile-schema.ts'
import { showFieldProblems, useAdminForm } from '../../ui/admin-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FieldRow } from '../../ui/field-row.tsx'
import { useUser } from '../session/session.queries.ts'
import { useUpdateProfile } from './settings.queries.ts'
import styles from './settings-form.module.css'

/** One's own data. */
export function ProfileForm() {
  const { name, surname, email, phone } = useUser()
  const form = useAdminForm(profileSchema, { name, surname, email, phone })
  const { register, formState } = form
  const { errors, isSubmitting } = formState
  const { mutateAsync: update } = useUpdateProfile()

  const save = form.handleSubmit(async (profile) => {
    try {
      const { name, surname, email, phone } = await update(profile)
      form.reset({ name, surname, email, phone })
    } catch (error) {
      showFieldProblems(form, error)
    }
  })

  return (
    <form method="dialog" noValidate className={styles.form} onSubmit={save} aria-labelledby="profile-title">
      <FieldRow>
        <TextField label="Nome" autoComplete="given-name" required error={errors.name?.message} {...register('name')} />
        <TextField
          label="Cognome"
          autoComplete="family-name"
          required
          error={errors.surname?.message}
          {...register('surname')}
        />
      </FieldRow>
      <FieldRow>
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          required
          error={errors.email?.message}
          {...register('email')}
        />
        <TextField
          label="Telefono"
          type="tel"
          autoComplete="tel"
          error={errors.phone?.message}
          {...register('phone')}
        />
      </FieldRow>
      <div className={styles.actions}>
        <Button type="submit" loading={isSubmitting}>
          Salva
        </Button>
      </div>
    </form>
  )
}
