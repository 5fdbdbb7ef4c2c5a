import { siteSchema } from '@prenoto/core/configuration/site-schema.ts'
import type { ServicePage } from '@prenoto/core/services/services.endpoints.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FocusEvent, type ReactNode, useState } from 'react'
import { FormProvider, useWatch } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { reportFailure } from '../../ui/report-failure.ts'
import { showToast } from '../../ui/toasts.ts'
import { saveSite, sendLogo, useConfiguration } from '../configuration/configuration.queries.ts'
import { type Preview, previewed, type Spot, spotOf } from '../configuration/previewed.ts'
import { BusinessFields, LooksFields, RulesFields } from '../configuration/site-fields.tsx'
import { siteValues } from '../configuration/site-values.ts'
import { useLogo } from '../configuration/use-logo.ts'
import { shownServicesQuery } from '../services/services.queries.ts'
import { showFieldProblems, useAdminForm } from '../ui/admin-form.ts'
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
    mutationFn: (site: Parameters<typeof saveSite>[1]) => saveSite(queryClient, site),
  })

  const save = form.handleSubmit(async (site) => {
    try {
      if (logo.file) await sendTheLogo(logo.file)
      const saved = await saveTheSite(logo.isTakenAway ? { ...site, app_logo: '' } : site)
      logo.forget()
      form.reset(siteValues(saved))
      showToast('success', 'Configurazioni salvate con successo')
    } catch (error) {
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
          onFocus={({ target }: FocusEvent<HTMLFormElement, Element>) => setSpot(spotOf(target))}
        >
          <BusinessFields />
          <LooksFields logo={logo} />
          <RulesFields hints={HINTS} />
          <div className={styles.actions}>
            <Button type="submit" loading={form.formState.isSubmitting}>
              Salva
            </Button>
          </div>
        </form>
      </FormProvider>
    </WithPreview>
  )
}
