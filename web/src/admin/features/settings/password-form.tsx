import { passwordChangeSchema } from '@prenoto/core/session/profile-schema.ts'
import { ApiError } from '../../../lib/api-client.ts'
import { isOutage } from '../../../lib/server-status.ts'
import { TextField } from '../../../ui/field.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { clearUnsaved, markUnsaved, useFocusOnReopen } from '../../lib/drafts.ts'
import { FieldRow } from '../../ui/fields/field-row.tsx'
import { fieldRegister, showFieldProblems, useAdminForm } from '../../ui/forms/admin-form.ts'
import { SaveBar, unsavedLabels } from '../../ui/forms/save-bar.tsx'
import { useUser } from '../session/session.queries.ts'
import { sectionPath } from './sections.ts'
import { useUpdatePassword } from './settings.queries.ts'

const LABELS = {
  current_password: 'Password attuale',
  new_password: 'Nuova password',
  confirm_password: 'Conferma password',
}

const EMPTY = { current_password: '', new_password: '', confirm_password: '' }

const isWrongPassword = (error: unknown) =>
  error instanceof ApiError && error.errors.some(({ path }) => path === 'current_password')

export function PasswordForm() {
  const { email } = useUser()
  const form = useAdminForm(passwordChangeSchema, EMPTY)
  const { formState, trigger, getFieldState } = form
  const field = fieldRegister(form)
  const { mutateAsync: update } = useUpdatePassword()

  // Passwords are never stored: only the empty form can be opened again.
  useFocusOnReopen('password', () => form.setFocus('current_password'))

  const save = form.handleSubmit(async (change) => {
    try {
      await update(change)
      form.reset(EMPTY)
      clearUnsaved('password')
    } catch (error) {
      if (isOutage(error)) markUnsaved('password', sectionPath('password'))
      // A wrong password only marks its field, without a message.
      if (isWrongPassword(error)) form.setError('current_password', { message: '' }, { shouldFocus: true })
      else showFieldProblems(form, error)
    }
  })

  // The confirmation was compared with the previous password.
  const compareAgain = () => {
    if (getFieldState('confirm_password').isTouched) trigger('confirm_password')
  }

  return (
    <form method="dialog" noValidate className="stack gap-2" onSubmit={save} aria-labelledby="password-title">
      {/* The account, for password managers. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label={LABELS.current_password}
        type="password"
        autoComplete="current-password"
        required
        {...field('current_password')}
      />
      <FieldRow>
        <PasswordField
          label={LABELS.new_password}
          autoComplete="new-password"
          required
          {...field('new_password', { onChange: compareAgain })}
        />
        <TextField
          label={LABELS.confirm_password}
          type="password"
          autoComplete="new-password"
          required
          {...field('confirm_password')}
        />
      </FieldRow>
      <SaveBar unsaved={unsavedLabels(formState, LABELS)} isSaving={formState.isSubmitting} />
    </form>
  )
}
