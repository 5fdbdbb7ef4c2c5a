import { type OnboardingForm, onboardingSchema, onboardingSteps } from '@prenoto/core/onboarding/onboarding-schema.ts'
import { type FocusEvent, type ReactNode, type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { FormProvider, type Path, useWatch } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { useAdminForm, wrongFields } from '../../ui/forms/admin-form.ts'
import { WithPreview } from '../../ui/forms/with-preview.tsx'
import { useConfiguration } from '../configuration/configuration.queries.ts'
import { type Preview, type PreviewSection, previewed, previewSectionOf } from '../configuration/preview-data.ts'
import { BusinessFields, LooksFields, RulesFields } from '../configuration/site-fields.tsx'
import { useLogo } from '../configuration/use-logo.ts'
import { useToday } from '../configuration/use-today.ts'
import { blankOnboarding } from './blank-onboarding.ts'
import { keepDraft, readDraft } from './draft.ts'
import { forgetLogo, keepLogo, readLogo } from './kept-logo.ts'
import { FirstCalendarFields, FirstServiceFields, OpeningTimesField } from './onboarding-fields.tsx'
import styles from './onboarding-wizard.module.css'
import { previewedServices } from './previewed-services.ts'
import { useSaveOnboarding } from './save-onboarding.ts'
import { StepList } from './step-list.tsx'
import { leaveSteps, useSteps } from './use-steps.ts'

const LOOKS = 1
const LAST = onboardingSteps.length - 1

const LOGO_KEEPER = { read: readLogo, keep: keepLogo, forget: forgetLogo }

const HINTS = {
  reminder: 'Quanti giorni prima della visita scriviamo al cliente.',
  months: 'Fino a quanti mesi da oggi si può prenotare.',
  notice: 'Quante ore prima dell’orario si chiudono le prenotazioni.',
}

type OnboardingWizardProps = { preview: (shown: Preview) => ReactNode; onDone: () => void }

/** The six steps that open a business. What is typed survives going back and a reload; forward leads only what is right. */
export function OnboardingWizard({ preview, onDone }: OnboardingWizardProps) {
  const configuration = useConfiguration()
  const today = useToday()
  const [draft] = useState(readDraft)
  const [spot, setSpot] = useState<PreviewSection>('top')
  const form = useAdminForm(onboardingSchema, { ...blankOnboarding(configuration), ...draft?.values })
  const values = useWatch({ control: form.control, compute: (typed) => typed })
  const logo = useLogo(LOGO_KEEPER)
  const { mutateAsync: save } = useSaveOnboarding()
  const heading = useRef<HTMLHeadingElement>(null)

  /** The first step from one on, before another one, that is not right; the other one when all are. */
  const findWrong = async (from: number, to: number) => {
    for (let checked = from; checked < to; checked += 1) {
      const isRight = await form.trigger(onboardingSteps[checked]!.fields, { shouldFocus: checked === from })
      if (!isRight) return checked
    }
    return to
  }
  const [step, goTo] = useSteps(draft?.step, findWrong)
  const shown = useRef(step)

  useEffect(() => {
    keepDraft({ step, values })
  }, [step, values])

  // A message goes as soon as its field is right, also where no step was submitted yet.
  const checkAgain = useEffectEvent(() => {
    const wrong = wrongFields(form.formState.errors) as Path<OnboardingForm>[]
    if (wrong.length > 0) form.trigger(wrong)
  })
  useEffect(() => {
    if (values) checkAgain()
  }, [values])

  // Every step begins at its title.
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current!.focus()
    setSpot('top')
  }, [step])

  const finish = form.handleSubmit(
    async (filled) => {
      try {
        if (!(await save({ values: filled, logo }))) return
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
    <RulesFields key="rules" hints={HINTS} />,
    <FirstCalendarFields key="calendar" />,
    <OpeningTimesField key="times" />,
    <FirstServiceFields key="service" />,
  ][step]

  return (
    <>
      <StepList step={step} />
      <WithPreview
        preview={preview({
          configuration: previewed(configuration, values, logo.shown(configuration.app_logo)),
          services: previewedServices(values, today),
          page: step === LAST ? 'services' : 'home',
          spot,
        })}
      >
        <FormProvider {...form}>
          <form
            method="dialog"
            noValidate
            className={styles.card}
            aria-labelledby="step-title"
            onSubmit={onSubmit}
            onFocus={({ target }: FocusEvent<HTMLFormElement, Element>) => setSpot(previewSectionOf(target))}
          >
            <header>
              <p className={styles.count}>
                Passo {step + 1} di {onboardingSteps.length}
              </p>
              <h2 ref={heading} id="step-title" tabIndex={-1} className={styles.title}>
                {onboardingSteps[step]!.name}
              </h2>
            </header>
            <div className={styles.fields}>{content}</div>
            <footer className={styles.actions}>
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
