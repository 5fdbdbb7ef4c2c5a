import { type OnboardingForm, onboardingSchema, onboardingSteps } from '@prenoto/core/onboarding/onboarding-schema.ts'
import { type FocusEvent, type ReactNode, type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { FormProvider, type Path, useWatch } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { invalidFields, useAdminForm } from '../../ui/forms/admin-form.ts'
import { WithPreview } from '../../ui/forms/with-preview.tsx'
import { useConfiguration } from '../configuration/configuration.queries.ts'
import {
  findPreviewSection,
  type Preview,
  type PreviewSection,
  previewConfiguration,
} from '../configuration/preview-data.ts'
import { BusinessFields, LooksFields, RulesFields } from '../configuration/site-fields.tsx'
import { useLogo } from '../configuration/use-logo.ts'
import { useToday } from '../configuration/use-today.ts'
import { blankOnboarding } from './blank-onboarding.ts'
import { readDraft, storeDraft } from './draft.ts'
import styles from './onboarding.module.css'
import { FirstCalendarFields, FirstServiceFields, OpeningTimesField } from './onboarding-fields.tsx'
import { previewedServices } from './previewed-services.ts'
import { useSaveOnboarding } from './save-onboarding.ts'
import { StepList } from './step-list.tsx'
import { deleteLogo, readLogo, storeLogo } from './stored-logo.ts'
import { leaveSteps, useSteps } from './use-steps.ts'

const LOOKS = 1
const LAST = onboardingSteps.length - 1

const LOGO_STORE = { read: readLogo, store: storeLogo, clear: deleteLogo }

type OnboardingWizardProps = { preview: (preview: Preview) => ReactNode; onDone: () => void }

/** The six steps of the onboarding. Values survive going back and a reload; the next step requires valid values. */
export function OnboardingWizard({ preview, onDone }: OnboardingWizardProps) {
  const configuration = useConfiguration()
  const today = useToday()
  const [draft] = useState(readDraft)
  const [section, setSection] = useState<PreviewSection>('top')
  const form = useAdminForm(onboardingSchema, { ...blankOnboarding(configuration, today), ...draft?.values })
  const values = useWatch({ control: form.control, compute: (typed) => typed })
  const logo = useLogo(LOGO_STORE)
  const { mutateAsync: save } = useSaveOnboarding()
  const heading = useRef<HTMLHeadingElement>(null)

  /** The first invalid step in `from` to `to` (exclusive), or `to` if all are valid. */
  const findInvalid = async (from: number, to: number) => {
    for (let checked = from; checked < to; checked += 1) {
      const isValid = await form.trigger(onboardingSteps[checked]!.fields, { shouldFocus: checked === from })
      if (!isValid) return checked
    }
    return to
  }
  const [step, goTo] = useSteps(draft?.step, findInvalid)
  const shownStep = useRef(step)

  useEffect(() => {
    storeDraft({ step, values })
  }, [step, values])

  // A message disappears as soon as its field is valid.
  const revalidate = useEffectEvent(() => {
    const invalid = invalidFields(form.formState.errors) as Path<OnboardingForm>[]
    if (invalid.length > 0) form.trigger(invalid)
  })
  useEffect(() => {
    if (values) revalidate()
  }, [values])

  // A new step focuses its title.
  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    heading.current!.focus()
    setSection('top')
  }, [step])

  const finish = form.handleSubmit(
    async (values) => {
      try {
        if (!(await save({ values, logo }))) return
        leaveSteps()
        onDone()
      } catch (error) {
        if (logo.showProblem(error)) goTo(LOOKS)
      }
    },
    (errors) => goTo(onboardingSteps.findIndex(({ fields }) => fields.some((field) => field in errors))),
  )
  const onSubmit = (event: SubmitEvent) => {
    if (step === LAST) return finish(event)
    event.preventDefault()
    goTo(step + 1)
  }

  const content = [
    <BusinessFields key="business" />,
    <LooksFields key="looks" logo={logo} />,
    <RulesFields key="rules" />,
    <FirstCalendarFields key="calendar" />,
    <OpeningTimesField key="times" />,
    <FirstServiceFields key="service" />,
  ][step]

  return (
    <>
      <StepList step={step} />
      <WithPreview
        preview={preview({
          configuration: previewConfiguration(configuration, values, logo.addressFor(configuration.app_logo)),
          services: previewedServices(values, today),
          page: step === LAST ? 'services' : 'home',
          section,
        })}
      >
        <FormProvider {...form}>
          <form
            method="dialog"
            noValidate
            className={`grid card gap-5 rounded-l ${styles.card}`}
            aria-labelledby="step-title"
            onSubmit={onSubmit}
            onFocus={({ target }: FocusEvent<HTMLFormElement, Element>) => setSection(findPreviewSection(target))}
          >
            <header>
              <p className="muted text-xs">{`Passo ${step + 1} di ${onboardingSteps.length}`}</p>
              <h2 ref={heading} id="step-title" tabIndex={-1} className="text-l">
                {onboardingSteps[step]!.name}
              </h2>
            </header>
            <div className="stack gap-2">{content}</div>
            <footer className={`flex gap-3 justify-end ${styles.actions}`}>
              {step > 0 && (
                <Button look="quiet" disabled={form.formState.isSubmitting} onClick={() => goTo(step - 1)}>
                  Indietro
                </Button>
              )}
              <Button type="submit" loading={form.formState.isSubmitting}>
                {step === LAST ? 'Salva' : 'Avanti'}
              </Button>
            </footer>
          </form>
        </FormProvider>
      </WithPreview>
    </>
  )
}
