import type { Service } from '@prenoto/core/services/managed-service-schema.ts'
import { formatPrice } from '@prenoto/core/time/format.ts'
import { ServiceForm } from '../features/services/service-form.tsx'
import { services } from '../features/services/services.queries.ts'
import { useMay } from '../features/session/session.queries.ts'
import { RelatedPages } from '../features/settings/related-pages.tsx'
import { Badge } from '../ui/feedback/badge.tsx'
import type { Column } from '../ui/lists/data-table.tsx'
import { ListScreen } from '../ui/lists/list-screen.tsx'

const formatVisibility = (service: Service) => (service.visible_frontend ? 'Sì' : 'No')
const getDiscount = (service: Service) => Number(service.discounted_amount) || 0

const columns: Column<Service>[] = [
  { title: 'Nome', show: (service) => service.name, sortBy: (service) => service.name },
  { title: 'Durata (min)', show: (service) => service.duration, sortBy: (service) => service.duration, isNumber: true },
  {
    title: 'Prezzo',
    show: (service) => formatPrice(service.amount),
    sortBy: (service) => Number(service.amount),
    isNumber: true,
  },
  {
    title: 'Prezzo scontato',
    show: (service) => (getDiscount(service) > 0 ? formatPrice(service.discounted_amount!) : '-'),
    sortBy: getDiscount,
    isNumber: true,
  },
  {
    title: 'Visibile',
    show: (service) => (
      <Badge tone={service.visible_frontend ? 'success' : undefined}>{formatVisibility(service)}</Badge>
    ),
    sortBy: formatVisibility,
  },
]

export default function ManagedServicesPage() {
  return (
    <ListScreen
      title="Elenco servizi"
      list={services}
      columns={columns}
      emptyText="Non ci sono servizi disponibili"
      guide="aprire-in-sei-passi"
      search={{ getName: ({ name, category }) => `${name} ${category}`, noneText: 'Nessun servizio trovato.' }}
      mayChange={useMay('editor')}
      newTitle="Nuovo servizio"
      editTitle="Modifica servizio"
      form={(service, close) => <ServiceForm service={service} onDone={close} />}
      foot={<RelatedPages to={['waitingList', 'reports', 'condividi', 'incorporamento']} />}
    />
  )
}
