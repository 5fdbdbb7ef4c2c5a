import { getPrice, isReduced, type PublicService } from '@prenoto/core/services/service-schema.ts'
import { formatCost } from '@prenoto/core/time/format.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import styles from './service-facts.module.css'

/** Price and duration; the lowest ones until a variant and a calendar are chosen. */
export function ServiceFacts({ service }: { service: PublicService }) {
  const from = service.varies ? 'da ' : ''
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
