import { isReduced, type PublicService, priceOf } from '@prenoto/core/services/service-schema.ts'
import { formatCost } from '@prenoto/core/time/format.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import styles from './service-facts.module.css'

export function ServiceFacts({ service }: { service: PublicService }) {
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Costo:</dt>
        <dd>
          {formatCost(priceOf(service))}
          {isReduced(service) && (
            <s className={styles.fullPrice}>
              <VisuallyHidden> anziché </VisuallyHidden>
              {formatCost(service.amount)}
            </s>
          )}
        </dd>
      </div>
      <div>
        <dt>Durata:</dt>
        <dd>{service.duration} minuti</dd>
      </div>
    </dl>
  )
}
