import { getPrice, isReduced, type PublicService } from '@prenoto/core/services/service-schema.ts'
import { formatCost } from '@prenoto/core/time/format.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import styles from './service-facts.module.css'

/** Lists show the lowest price and duration of a service's variants; a booking page shows those of the visit. */
export function ServiceFacts({ service }: { service: PublicService }) {
  const from = service.variants[0] && !('services' in service) ? 'da ' : ''
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Costo:</dt>
        <dd>
          <span key={getPrice(service)}>{`${from}${formatCost(getPrice(service))}`}</span>
          {isReduced(service) && (
            <s className={styles.fullPrice}>
              <VisuallyHidden> anziché </VisuallyHidden>
              <span translate="no">{formatCost(service.amount)}</span>
            </s>
          )}
        </dd>
      </div>
      <div>
        <dt>Durata:</dt>
        <dd>{`${from}${service.duration} minuti`}</dd>
      </div>
    </dl>
  )
}
