import { CHOICE } from '@prenoto/core/bookings/chosen-visit.ts'
import { getPrice } from '@prenoto/core/services/service-schema.ts'
import { formatCost } from '@prenoto/core/time/format.ts'
import { useState } from 'react'
import { useHydrated } from '../../../../lib/use-hydrated.ts'
import { Button } from '../../../../ui/button.tsx'
import { useLazyComponent } from '../../../lib/use-lazy-component.ts'
import { ReadFailure } from '../../../ui/read-failure.tsx'
import { ChoiceButtons } from '../slot-choice/calendar-choice.tsx'
import type { ServicesChoiceProps } from './services-choice-props.ts'

/** The variant of the service, and the other services of the visit. */
export function ServicesChoice(props: ServicesChoiceProps) {
  const { service, choice, most, onChoose } = props
  const [first] = service.variants
  return (
    <>
      {first && (
        <ChoiceButtons
          title="Scegli la variante"
          name={CHOICE.variant}
          options={service.variants.map((variant) => ({
            ...variant,
            note: `${variant.duration} minuti · ${formatCost(getPrice(variant))}`,
          }))}
          selected={choice.variant ?? first.id}
          preserve={{ calendar: choice.calendar, day: choice.chosenDay, variant: undefined }}
          onChoose={onChoose}
        />
      )}
      {most > 1 && <LazyOtherServices {...props} />}
    </>
  )
}

const loadOtherServices = async () => (await import('./other-services.tsx')).OtherServices

/** The other services, loaded on demand. */
function LazyOtherServices(props: ServicesChoiceProps) {
  const isHydrated = useHydrated()
  const [isWanted, setIsWanted] = useState(!!props.choice.also)
  const { Loaded, hasFailed } = useLazyComponent(loadOtherServices, isWanted)
  if (Loaded) return <Loaded {...props} />
  return (
    <div>
      {!hasFailed && (
        <Button look="link" disabled={!isHydrated} loading={isWanted} onClick={() => setIsWanted(true)}>
          Aggiungi un altro servizio
        </Button>
      )}
      <ReadFailure text={hasFailed ? 'Non siamo riusciti a caricare gli altri servizi.' : undefined} />
    </div>
  )
}
