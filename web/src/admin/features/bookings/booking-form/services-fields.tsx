import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { alsoText, parseOtherServices } from '@prenoto/core/bookings/chosen-services.ts'
import {
  listStaffAddableServices,
  type StaffAddableService,
} from '@prenoto/core/bookings/staff-addable-services.endpoints.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api-client.ts'
import { SelectField } from '../../../ui/fields/admin-fields.tsx'
import { configurationQuery } from '../../configuration/configuration.queries.ts'
import { ADDABLE_SERVICES, HIDDEN_SERVICE } from '../bookings.queries.ts'
import styles from './booking-form.module.css'
import type { VisitChoice } from './use-visit-choice.ts'

type ServicesFieldsProps = { visit: VisitChoice; edited: StaffBooking | undefined }

/** The variant of the chosen service, and the other services of the visit if the business has them. */
export function ServicesFields({ visit, edited }: ServicesFieldsProps) {
  const { availability, serviceId, variantId, also } = visit
  const { data: configuration } = useQuery(configurationQuery)
  const { service } = availability
  if (serviceId === undefined || !service) return null
  const most = configuration?.app_services_per_visit ?? 1
  const booked = edited?.service_id === serviceId ? edited.services?.[0] : undefined
  return (
    <>
      {service.variants.length > 0 && (
        <SelectField
          label="Variante"
          value={variantId ?? service.variants[0]!.id}
          onChange={({ target }) => visit.selectVariant(Number(target.value))}
        >
          {booked?.variant_id && !service.variants.some(({ id }) => id === booked.variant_id) && (
            <option value={booked.variant_id}>{booked.name}</option>
          )}
          {service.variants.map(({ id, name, duration }) => (
            <option key={id} value={id}>
              {`${name} (${duration} min)`}
            </option>
          ))}
        </SelectField>
      )}
      {(most > 1 || also) && <OtherServices serviceId={serviceId} visit={visit} most={most} edited={edited} />}
      {service.visit_preparation && (
        <p className="muted text-s pre-line">{`Come prepararsi:\n${service.visit_preparation}`}</p>
      )}
    </>
  )
}

/** The services that a calendar can do together with those of the visit. Keeps the list while the next one is loading. */
const addableQuery = (id: number, also: string | undefined) =>
  queryOptions({
    queryKey: [ADDABLE_SERVICES, id, also],
    queryFn: async () =>
      (await api(listStaffAddableServices, { params: { id }, query: { also } })).services.flatMap(toChoices),
    placeholderData: (previous, of) => (of?.queryKey[1] === id ? previous : undefined),
    meta: { isSilent: true },
  })

const toChoices = ({ id, name, variants, visible_frontend }: StaffAddableService) => {
  const note = visible_frontend ? '' : ` – ${HIDDEN_SERVICE}`
  return variants.length === 0
    ? [{ id: String(id), name, note }]
    : variants.map((variant) => ({ id: `${id}:${variant.id}`, name: `${name} · ${variant.name}`, note }))
}

type OtherServicesProps = ServicesFieldsProps & { serviceId: number; most: number }

function OtherServices({ serviceId, visit, most, edited }: OtherServicesProps) {
  const { data: choices = [] } = useQuery(addableQuery(serviceId, visit.also))
  const others = parseOtherServices(visit.also) ?? []
  const findName = (id: string) =>
    choices.find((choice) => choice.id === id)?.name ??
    edited?.services?.find((part) => alsoText([part]) === id)?.name ??
    'Un servizio che non c’è più'
  return (
    <>
      {others.length > 0 && (
        <ul className={`grid gap-1 mb-4 ${styles.others}`} aria-label="Altri servizi della visita">
          {others.map((other, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a service can be there twice
            <li key={i}>
              <span>{findName(alsoText([other])!)}</span>
              <button
                type="button"
                aria-label={`Togli ${findName(alsoText([other])!)}`}
                onClick={() => visit.selectOthers(alsoText(others.toSpliced(i, 1)))}
              >
                Togli
              </button>
            </li>
          ))}
        </ul>
      )}
      {others.length + 1 < most && choices.length > 0 && (
        <SelectField
          label="Aggiungi un altro servizio"
          value=""
          onChange={({ target }) => visit.selectOthers([visit.also, target.value].filter(Boolean).join(','))}
        >
          <option value="">Scegli un servizio</option>
          {choices.map(({ id, name, note }) => (
            <option key={id} value={id}>
              {name + note}
            </option>
          ))}
        </SelectField>
      )}
    </>
  )
}
