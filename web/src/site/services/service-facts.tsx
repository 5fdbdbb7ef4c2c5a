import { type PublicService, priceOf } from '@prenoto/core/services/service-schema.ts'
import { formatPrice } from '@prenoto/core/time/format.ts'
import styles from './service-facts.module.css'

/** What it costs and how long it takes. */
export function ServiceFacts({ service }: { service: PublicService }) {
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Costo:</dt>
        <dd>{formatPrice(priceOf(service))}</dd>
      </div>
      <div>
        <dt>Durata:</dt>
        <dd>{service.duration} minuti</dd>
      </div>
    </dl>
  )
}
