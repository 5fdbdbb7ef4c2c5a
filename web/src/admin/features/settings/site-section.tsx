import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { ConfigurationChanges, SiteForm as SiteInput } from '@prenoto/core/configuration/site-schema.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { FormProvider } from 'react-hook-form'
import type * as z from 'zod/mini'
import { reportFailure } from '../../../ui/report-failure.ts'
import { showToast } from '../../../ui/toasts.ts'
import { describePicture } from '../../ui/fields/picture-field.tsx'
import { fillForm, resetToSaved, showFieldProblems, useAdminForm } from '../../ui/forms/admin-form.ts'
import { DraftOffer, EditConflictNotice, OutdatedHint } from '../../ui/forms/form-notices.tsx'
import { SaveBar, unsavedLabels } from '../../ui/forms/save-bar.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { useEditConflict } from '../../ui/forms/use-edit-conflict.ts'
import { saveSite, sendLogo, useConfiguration } from '../configuration/configuration.queries.ts'
import { SITE_LABELS } from '../configuration/site-fields.tsx'
import { siteValues } from '../configuration/site-values.ts'
import type { LogoChoice } from '../configuration/use-logo.ts'
import { type SectionKey, sectionPath } from './sections.ts'

type SectionInput = Partial<SiteInput>

type SiteSectionOptions = {
  /** The part of the site's schema that the section edits. */
  schema: z.ZodMiniType<ConfigurationChanges, SectionInput> & { shape: object }
  /** The section of the settings, which is also the name of the draft. */
  section: SectionKey
  logo?: LogoChoice
  /** 'onSubmit' where a message that appears on blur would move the button away from the pointer. */
  mode?: 'onSubmit'
}

const pick = <T extends object>(all: T, part: object): T =>
  Object.fromEntries(Object.entries(all).filter(([name]) => name in part)) as T

/** A section of the site's settings: a form for some fields of the configuration, saved on its own. */
export function useSiteSection({ schema, section, logo, mode }: SiteSectionOptions) {
  const queryClient = useQueryClient()
  const configuration = useConfiguration()
  const toValues = (saved: Configuration): SectionInput => pick(siteValues(saved), schema.shape)
  const labels = pick(SITE_LABELS, schema.shape)
  const form = useAdminForm<SectionInput, ConfigurationChanges>(schema, toValues(configuration), mode)
  const { mutateAsync: uploadLogo } = useMutation({ mutationFn: (file: File) => sendLogo(queryClient, file) })
  const { mutateAsync: saveFields } = useMutation({
    mutationFn: ({ site, version }: { site: ConfigurationChanges; version: number }) =>
      saveSite(queryClient, site, version),
  })
  const editConflict = useEditConflict({
    latest: configuration,
    toValues,
    labels,
    formats: { app_cover: describePicture },
    read: form.getValues,
    write: (saved, values) => fillForm(form, saved, values),
  })
  const draft = useDraft(section, {
    page: sectionPath(section),
    item: editConflict.base,
    read: form.getValues,
    write: ({ item, values }) => editConflict.continueFrom(item as Configuration, values),
    focus: () => form.setFocus(Object.keys(schema.shape)[0] as keyof SiteInput),
  })

  const save = form.handleSubmit(async (site) => {
    const sent = form.getValues()
    let hasNewChanges = false
    const changes = logo?.isRemoved ? { ...site, app_logo: '' } : site
    try {
      const isSaved = await editConflict.save(async (version) => {
        const saved = await saveFields({ site: changes, version })
        hasNewChanges = resetToSaved(form, toValues(saved), sent)
        editConflict.markSaved(saved)
      })
      if (!isSaved) return
      if (!hasNewChanges) draft.clear()
      if (logo?.file) await uploadLogo(logo.file)
      logo?.reset()
      showToast('success', 'Configurazioni salvate con successo')
    } catch (error) {
      draft.handleFailure(error)
      if (!logo?.showProblem(error) && !showFieldProblems(form, error)) reportFailure(error)
    }
  })

  const unsaved = unsavedLabels(form.formState, labels)
  if (logo?.file || logo?.isRemoved) unsaved.push('Logo')
  return { form, save, editConflict, draft, unsaved }
}

type SiteSectionProps = { section: ReturnType<typeof useSiteSection> } & Omit<ComponentProps<'form'>, 'className'>

export function SiteSection({
  section: { form, save, editConflict, draft, unsaved },
  children,
  ...props
}: SiteSectionProps) {
  return (
    <FormProvider {...form}>
      <form method="dialog" noValidate className="stack gap-4" onSubmit={save} {...draft.watch} {...props}>
        <DraftOffer draft={draft} />
        {children}
        <EditConflictNotice editConflict={editConflict} />
        <SaveBar
          unsaved={unsaved}
          isSaving={form.formState.isSubmitting}
          note={<OutdatedHint editConflict={editConflict} />}
        />
      </form>
    </FormProvider>
  )
}
