import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import {
  type ConfigurationChanges,
  type SiteForm as SiteInput,
  siteSchema,
} from '@prenoto/core/configuration/site-schema.ts'
import type { ServicePage } from '@prenoto/core/services/services.endpoints.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FocusEvent, type ReactNode, useState } from 'react'
import { FormProvider, useWatch } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { reportFailure } from '../../ui/report-failure.ts'
import { showToast } from '../../ui/toasts.ts'
import { saveSite, sendLogo, useConfiguration } from '../configuration/configuration.queries.ts'
import { EmbedFields } from '../configuration/embed-fields.tsx'
import { type Preview, previewed, type Spot, spotOf } from '../configuration/previewed.ts'
import {
  AfterBookingFields,
  BusinessFields,
  CoverField,
  LimitFields,
  LooksFields,
  RulesFields,
  SITE_LABELS,
  WaitingListFields,
} from '../configuration/site-fields.tsx'
import { siteValues } from '../configuration/site-values.ts'
import { useLogo } from '../configuration/use-logo.ts'
import { shownServicesQuery } from '../services/services.queries.ts'
import { beginWith, showFieldProblems, useAdminForm } from '../ui/admin-form.ts'
import { Choice, DraftOffer, OutdatedHint } from '../ui/form-notices.tsx'
import { readPicture } from '../ui/picture-field.tsx'
import { useDraft } from '../ui/use-draft.ts'
import { useMeanwhile } from '../ui/use-meanwhile.ts'
import { WithPreview } from '../ui/with-preview.tsx'
import styles from './site-form.module.css'

const HINTS = {
  reminder: 'Quanti giorni prima della visita scriviamo al cliente; 0 per non scrivere.',
  months: 'Fino a quanti mesi da oggi si può prenotare; 0 per i soliti 3 mesi.',
  notice: 'Quante ore prima dell’orario si chiudono le prenotazioni; 0 per nessun preavviso.',
}

const NO_SERVICES: ServicePage = { services: [], last_id: null, has_more: false }

/** What the site says and how it looks, once the business is open. */
export function SiteForm({ preview }: { preview: (shown: Preview) => ReactNode }) {
  const queryClient = useQueryClient()
  const configuration = useConfiguration()
  const form = useAdminForm(siteSchema, siteValues(configuration))
  const values = useWatch({ control: form.control, compute: (typed) => typed })
  const { data: services = NO_SERVICES } = useQuery(shownServicesQuery)
  const logo = useLogo()
  const [spot, setSpot] = useState<Spot>('top')
  const { mutateAsync: sendTheLogo } = useMutation({ mutationFn: (file: File) => sendLogo(queryClient, file) })
  const { mutateAsync: saveTheSite } = useMutation({
    mutationFn: ({ site, version }: { site: ConfigurationChanges; version: number }) =>
      saveSite(queryClient, site, version),
  })
  const meanwhile = useMeanwhile({
    newest: configuration,
    valuesOf: siteValues,
    labels: SITE_LABELS,
    readings: { app_cover: readPicture },
    read: form.getValues,
    write: (began, mine) => {
      form.reset(began as SiteInput)
      for (const [name, value] of Object.entries(mine))
        form.setValue(name as keyof SiteInput, value as never, { shouldDirty: true })
    },
  })
  const draft = useDraft('site', {
    item: meanwhile.began,
    read: form.getValues,
    write: ({ item, values }) => meanwhile.goOnFrom(item as Configuration, values),
  })

  const save = form.handleSubmit(async (site) => {
    const sent = form.getValues()
    let isMore = false
    const changes = logo.isTakenAway ? { ...site, app_logo: '' } : site
    try {
      const isSaved = await meanwhile.save(async (version) => {
        const saved = await saveTheSite({ site: changes, version })
        isMore = beginWith(form, siteValues(saved), sent)
        meanwhile.settle(saved)
      })
      if (!isSaved) return
      if (!isMore) draft.settle()
      if (logo.file) await sendTheLogo(logo.file)
      logo.forget()
      showToast('success', 'Configurazioni salvate con successo')
    } catch (error) {
      draft.noteFailure(error)
      if (!logo.showProblem(error) && !showFieldProblems(form, error)) reportFailure(error)
    }
  })

  return (
    <WithPreview
      preview={preview({
        configuration: previewed(configuration, values, logo.shown(configuration.app_logo)),
        services,
        page: 'home',
        spot,
      })}
    >
      <FormProvider {...form}>
        <form
          method="dialog"
          noValidate
          className={styles.form}
          aria-labelledby="site-title"
          onSubmit={save}
          {...draft.watch}
          onFocus={({ target }: FocusEvent<HTMLFormElement, Element>) => setSpot(spotOf(target))}
        >
          <DraftOffer draft={draft} />
          <BusinessFields />
          <LooksFields logo={logo} cover={<CoverField />} />
          <RulesFields hints={HINTS} />
          <AfterBookingFields />
          <WaitingListFields />
          <LimitFields />
          <EmbedFields />
          <Choice meanwhile={meanwhile} />
          <div className={styles.actions}>
            <OutdatedHint meanwhile={meanwhile} />
            <Button type="submit" loading={form.formState.isSubmitting}>
              Salva
            </Button>
          </div>
        </form>
      </FormProvider>
    </WithPreview>
  )
}
