import { listAddableServices } from '@prenoto/core/bookings/addable-services.endpoints.ts'
import { alsoText, parseOtherServices } from '@prenoto/core/bookings/chosen-services.ts'
import { CHOICE } from '@prenoto/core/bookings/chosen-visit.ts'
import { getPrice } from '@prenoto/core/services/service-schema.ts'
import { formatCost } from '@prenoto/core/time/format.ts'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { api } from '../../../../lib/api-client.ts'
import { Button } from '../../../../ui/button.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { ReadFailure } from '../../../ui/read-failure.tsx'
import { ChoiceForm } from '../slot-choice/choice-form.tsx'
import styles from './other-services.module.css'
import type { ServicesChoiceProps } from './services-choice-props.ts'

/** The services of the visit, of which all but the first can be removed, and those to add. */
export function OtherServices({ service, choice, most, onChoose }: ServicesChoiceProps) {
  const { calendar, chosenDay: day, also } = choice
  const others = parseOtherServices(also) ?? []
  // Without other services, this was loaded by the button.
  const [openFor, setOpenFor] = useState(also ? undefined : '')
  const isOpen = openFor === (also ?? '')
  const preserve = { calendar, day, also: undefined }
  const box = useRef<HTMLDivElement>(null)
  const close = () => {
    flushSync(() => setOpenFor(undefined))
    box.current!.querySelector<HTMLElement>(':scope > button')?.focus()
  }

  const shownAlso = useRef(also)
  useEffect(() => {
    // The button that was pressed has gone.
    if (shownAlso.current !== also && document.activeElement === document.body)
      box.current!.querySelector<HTMLElement>('ol, :scope > button')?.focus()
    shownAlso.current = also
  }, [also])

  return (
    <div ref={box} className={styles.services}>
      {others.length > 0 && (
        <ChoiceForm preserve={preserve} onChoose={onChoose}>
          <ol className={styles.list} aria-label="I servizi della visita" tabIndex={-1}>
            {service.services.map((part, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a service can be there twice
              <li key={i}>
                <ServiceText {...part} />
                {i > 0 && (
                  <button
                    type="submit"
                    className={styles.remove}
                    name={CHOICE.also}
                    value={alsoText(others.toSpliced(i - 1, 1)) ?? ''}
                    aria-label={`Togli ${part.name}`}
                  >
                    Togli
                  </button>
                )}
              </li>
            ))}
          </ol>
        </ChoiceForm>
      )}
      {isOpen ? (
        <ChoiceForm preserve={preserve} onChoose={onChoose}>
          <AddableServices serviceId={service.id} choice={choice} onClose={close} />
        </ChoiceForm>
      ) : (
        others.length + 1 < most && (
          <Button look="link" onClick={() => setOpenFor(also ?? '')}>
            Aggiungi un altro servizio
          </Button>
        )
      )}
    </div>
  )
}

const ServiceText = ({ name, duration, price }: { name: string; duration: number; price: string }) => (
  <span className={styles.name}>
    <span>{`${name} `}</span>
    <small>{`${duration} minuti · ${formatCost(price)}`}</small>
  </span>
)

type Addable = { id: string; name: string; duration: number; price: string }

type AddableServicesProps = { serviceId: number; choice: ServicesChoiceProps['choice']; onClose: () => void }

/** The services and variants that can be added to the visit. */
function AddableServices({ serviceId, choice: { calendar, variant, also }, onClose }: AddableServicesProps) {
  const [services, setServices] = useState<Addable[]>()
  const [failures, setFailures] = useState(0)
  const [hasFailed, setHasFailed] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again after a failure
  useEffect(() => {
    let isCurrent = true
    setHasFailed(false)
    const query = { calendar_id: calendar, variant_id: variant, also }
    api(listAddableServices, { params: { serviceId }, query }).then(
      ({ services }) => {
        const chosenIds = [serviceId, ...(parseOtherServices(also) ?? []).map(({ service_id }) => service_id)]
        if (isCurrent) setServices(services.filter(({ id }) => !chosenIds.includes(id)).flatMap(toChoices))
      },
      () => isCurrent && setHasFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [serviceId, calendar, variant, also, failures])

  return (
    <section className={styles.addable} aria-labelledby="addable-title" aria-busy={!services}>
      <div className={styles.head}>
        <h3 id="addable-title" ref={title} tabIndex={-1} className="text-m">
          Cosa vuoi aggiungere?
        </h3>
        <IconButton label="Chiudi" Icon={X} onClick={onClose} />
      </div>
      <ReadFailure
        text={hasFailed ? 'Non siamo riusciti a leggere i servizi.' : undefined}
        onRetry={() => setFailures(failures + 1)}
      />
      {!services && !hasFailed && <p>Caricamento…</p>}
      {services?.length === 0 && <p>Non ci sono altri servizi da aggiungere.</p>}
      {services && services.length > 0 && (
        <ul className={styles.list}>
          {services.map(({ id, ...service }) => (
            <li key={id}>
              <button
                type="submit"
                className={styles.add}
                name={CHOICE.also}
                value={[also, id].filter(Boolean).join(',')}
              >
                <ServiceText {...service} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type AddableService = Awaited<ReturnType<typeof api<typeof listAddableServices>>>['services'][number]

/** A service, or each of its variants; the id is that of the address. */
const toChoices = ({ variants, ...service }: AddableService): Addable[] =>
  variants.length === 0
    ? [{ ...service, id: String(service.id), price: getPrice(service) }]
    : variants.map((variant) => ({
        ...variant,
        id: `${service.id}:${variant.id}`,
        name: `${service.name} · ${variant.name}`,
        price: getPrice(variant),
      }))
