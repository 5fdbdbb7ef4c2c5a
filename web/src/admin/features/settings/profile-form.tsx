import { profileSchema } from '@prenoto/core/session/profile-schema.ts'
import { useEffect, useEffectEvent } from 'react'
import { TextField } from '../../../ui/field.tsx'
import { FieldRow } from '../../ui/fields/field-row.tsx'
import { fieldRegister, resetToSaved, showFieldProblems, useAdminForm } from '../../ui/forms/admin-form.ts'
import { DraftOffer } from '../../ui/forms/form-notices.tsx'
import { SaveBar, unsavedLabels } from '../../ui/forms/save-bar.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { useUser } from '../session/session.queries.ts'
import { sectionPath } from './sections.ts'
import { useUpdateProfile } from './settings.queries.ts'

const FIELDS = ['name', 'surname', 'email', 'phone'] as const

const LABELS = { name: 'Nome', surname: 'Cognome', email: 'Email', phone: 'Telefono' }

export function ProfileForm() {
  const { name, surname, email, phone, is_email_confirmed } = useUser()
  const saved = { name, surname, email, phone }
  const form = useAdminForm(profileSchema, saved)
  const field = fieldRegister(form)
  const { mutateAsync: update } = useUpdateProfile()

  // The users page, in any browser, changes the same data.
  const takeSaved = useEffectEvent(() => resetToSaved(form, saved, form.formState.defaultValues ?? {}))
  const savedText = JSON.stringify(saved)
  useEffect(() => {
    if (savedText) takeSaved()
  }, [savedText])

  const draft = useDraft('profilo', {
    page: sectionPath('profilo'),
    item: saved,
    read: form.getValues,
    write: ({ item, values }) => {
      const before = item as typeof saved
      for (const name of FIELDS)
        if (values[name] !== before[name]) form.setValue(name, values[name] as string, { shouldDirty: true })
    },
    focus: () => form.setFocus('name'),
  })

  const save = form.handleSubmit(async (profile) => {
    const sent = form.getValues()
    try {
      const { name, surname, email, phone } = await update(profile)
      if (!resetToSaved(form, { name, surname, email, phone }, sent)) draft.clear()
    } catch (error) {
      draft.handleFailure(error)
      showFieldProblems(form, error)
    }
  })

  return (
    <form
      method="dialog"
      noValidate
      className="stack gap-2"
      onSubmit={save}
      aria-labelledby="profilo-title"
      {...draft.watch}
    >
      <DraftOffer draft={draft} />
      <FieldRow>
        <TextField label={LABELS.name} autoComplete="given-name" required {...field('name')} />
        <TextField label={LABELS.surname} autoComplete="family-name" required {...field('surname')} />
      </FieldRow>
      <FieldRow>
        <TextField
          label={LABELS.email}
          type="email"
          autoComplete="email"
          hint={is_email_confirmed ? undefined : `Per confermarla apri il link che abbiamo mandato a ${email}.`}
          required
          {...field('email')}
        />
        <TextField label={LABELS.phone} type="tel" autoComplete="tel" {...field('phone')} />
      </FieldRow>
      <SaveBar unsaved={unsavedLabels(form.formState, LABELS)} isSaving={form.formState.isSubmitting} />
    </form>
  )
}
